"""What is not there for every platform: OpenSpiel has no wheels for Windows, Ray has none for Intel Macs.

On Windows Ray is a beta, and a process cannot be killed there as these tests do it.
"""

import platform
import sys

RAY = ["test_ray_training.py", "test_ray_machines.py"]

collect_ignore: list[str] = []
if sys.platform == "win32":
    collect_ignore += ["test_openspiel.py", *RAY]
elif sys.platform == "darwin" and platform.machine() != "arm64":
    collect_ignore += RAY
