"""What binding.py builds from include/papni.h: mypy does not look inside."""

from typing import Any

ffi: Any
lib: Any
