"""The screens of the app; `mobile_client.ui.app.SCREENS` names them."""
