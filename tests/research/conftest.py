"""What is not there for every platform: OpenSpiel has no wheels for Windows.

Ray is large and no requirement of the tests; where it is installed (the extra ``ray``), ``--slow`` tests it.
"""

import sys
from importlib.util import find_spec

collect_ignore = [] if find_spec("ray") else ["test_ray_training.py"]
if sys.platform == "win32":
    collect_ignore.append("test_openspiel.py")
