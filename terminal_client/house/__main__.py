"""`python -m terminal_client.house`"""

import sys

from terminal_client.house.main import main

if __name__ == "__main__":
    sys.exit(main())
