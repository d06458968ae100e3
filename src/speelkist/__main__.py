"""``python -m speelkist`` is the command ``speelkist``."""

import sys

from speelkist.cli import main

if __name__ == "__main__":
    sys.exit(main())
