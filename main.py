"""Where Android starts the app."""

import sys

from mobile_client.main import main

if __name__ == "__main__":
    sys.exit(main())
