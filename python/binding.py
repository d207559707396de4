"""binding.py HEADER SOURCE OUTPUT: writes the C source of papni._papni.

The declarations come from include/papni.h, so the whole interface can be called; run.c
adds the loops that would be slow in Python.
"""

import re
import sys
import sysconfig
from pathlib import Path

from cffi import FFI

MORE = """
#define PAPNI_PHASES ...
#define PAPNI_NO_SYMBOL ...
#define PAPNI_NO_STATE ...

extern "Python" {
  bool papni_python_progress (void *context, papni_phase phase, size_t done, size_t total);
  bool papni_python_enough (void *context);
  bool papni_python_write (void *context, const char *bytes, size_t size);
  papni_status papni_python_ask_words (void *context, const papni_question *questions, size_t count,
                                       papni_answer *answers, papni_error *error);
  papni_status papni_python_equivalence (void *context, const papni_model *model, papni_question *word, bool *found,
                                         papni_error *error);
  papni_status papni_python_ask_texts (void *context, const papni_string *texts, size_t count,
                                       papni_answer *answers, papni_error *error);
}
"""


def declarations(header: str) -> str:
    """A C header without comments, preprocessor lines and C++."""
    text = re.sub(r"/\*.*?\*/", "", header, flags=re.DOTALL)
    text = re.sub(r"#ifdef __cplusplus.*?#endif", "", text, flags=re.DOTALL)
    text = re.sub(r"^static inline .*?^}", "", text, flags=re.DOTALL | re.MULTILINE)
    text = re.sub(r"^\s*#(.*\\\n)*.*$", "", text, flags=re.MULTILINE)
    return text.replace("PAPNI_API ", "")


def main() -> None:
    """Writes the source."""
    header, source, output = map(Path, sys.argv[1:])
    own = source.read_text()
    ffi = FFI()
    ffi.cdef(declarations(header.read_text()) + declarations(own[: own.index("/* ---- inside ---- */")]) + MORE)
    stable = not sysconfig.get_config_var("Py_GIL_DISABLED")
    ffi.set_source("papni._papni", own, py_limited_api=stable)
    ffi.emit_c_code(str(output))


main()
