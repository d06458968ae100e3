"""Ray is large and no requirement of the tests; where it is installed (the extra ``ray``), ``--slow`` tests it."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("ray") else ["test_ray_training.py"]
