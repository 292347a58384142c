"""Money: what is booked, and how it comes from the outside bank and goes back."""
