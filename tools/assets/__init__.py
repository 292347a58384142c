"""Makes what lies in mobile_client/assets: fonts, sounds, music, the icon."""
