"""Stands in for torch, transformers and triton, which xgrammar imports but does not need for matching texts."""

import sys
import types


class Stub(types.ModuleType):
    __path__ = ()

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        if name in ("cuda", "utils", "nn", "version"):
            value = sys.modules.setdefault(f"{self.__name__}.{name}", Stub(f"{self.__name__}.{name}"))
        elif name[0].isupper() or name in ("device", "dtype"):
            value = type(name, (), {})
        else:
            return lambda *given, **_: given[0] if given else (lambda function: function)
        setattr(self, name, value)
        return value


for module in ("torch", "torch.utils", "transformers", "triton", "triton.language"):
    sys.modules[module] = Stub(module)
