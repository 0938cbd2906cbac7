"""The error of all codecs."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType


class CodecError(ValueError):
    """Bytes that do not decode, or a value that has no encoding.

    >>> CodecError("ROW_KEY_TOO_SHORT", "the row key ends inside a key column", part=1)
    CodecError('ROW_KEY_TOO_SHORT: the row key ends inside a key column. part=1')
    """

    code: str
    """Which rule was broken; the same codes as in the JVM."""
    values: Mapping[str, str]
    """The keyed values of the message."""

    def __init__(self, code: str, sentence: str, **values: object) -> None:
        self.code = code
        self.sentence = sentence
        self.values = MappingProxyType({key: str(value) for key, value in values.items()})
        keyed = "".join(f" {key}={value}" for key, value in self.values.items())
        super().__init__(f"{code}: {sentence}.{keyed}")

    def with_values(self, **values: object) -> CodecError:
        """Return the same error with more values, for callers that know where it happened."""
        return CodecError(self.code, self.sentence, **(dict(self.values) | values))
