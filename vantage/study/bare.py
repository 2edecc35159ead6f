"""A picture's file without what it says beside the picture: texts, EXIF, whatever follows its end.

A stranger's data set might tell the answer there. What is shown stays the same to the byte, so that people and models
see one picture; a file is taken apart by its own parts, and only parts that decide what is shown are kept.
"""

from __future__ import annotations

import struct
from collections.abc import Iterator

PNG = b"\x89PNG\r\n\x1a\n"
KEPT = (b"IHDR", b"PLTE", b"tRNS", b"IDAT", b"IEND", b"gAMA", b"cHRM", b"sRGB", b"iCCP", b"sBIT")
WEBP = (b"VP8 ", b"VP8L", b"VP8X", b"ALPH", b"ICCP", b"ANIM", b"ANMF")
TOLD = 0x08 | 0x04  # flags of VP8X: there is EXIF, there is XMP
KINDS = {"png": "image/png", "jpg": "image/jpeg", "webp": "image/webp"}


def bare(image: bytes) -> tuple[bytes, str]:
    """Return the file of a picture, bare, and its ending; anything but PNG, JPEG and WebP is a ValueError."""
    try:
        if image.startswith(PNG):
            return PNG + b"".join(_png(image)), "png"
        if image.startswith(b"\xff\xd8"):
            return b"\xff\xd8" + b"".join(_jpeg(image)) + b"\xff\xd9", "jpg"
        if image[:4] == b"RIFF" and image[8:12] == b"WEBP":
            body = b"WEBP" + b"".join(_webp(image))
            return b"RIFF" + struct.pack("<I", len(body)) + body, "webp"
    except (struct.error, IndexError):
        raise ValueError("a picture of the data set is cut off; make the data set again") from None
    raise ValueError("a picture of the data set is neither PNG nor JPEG nor WebP; make the data set again")


def _png(image: bytes) -> Iterator[bytes]:
    at, name = len(PNG), b""
    while name != b"IEND":
        (length,) = struct.unpack_from(">I", image, at)
        name, end = image[at + 4 : at + 8], at + length + 12
        if end > len(image):
            raise IndexError
        if name in KEPT:
            yield image[at:end]
        at = end


def _jpeg(image: bytes) -> Iterator[bytes]:
    """Yield the segments between the start and the end of the picture."""
    at = 2
    while (mark := image[at + 1]) != 0xD9:
        if image[at] != 0xFF:
            raise IndexError
        if mark == 0xFF:  # filling
            at += 1
            continue
        end = at + 2 + struct.unpack_from(">H", image, at + 2)[0]
        if mark == 0xDA:  # a scan; what follows it is the picture itself, up to the next marker
            end = _after_scan(image, end)
        if _shows(image, at, mark):
            yield image[at:end]
        at = end


def _shows(image: bytes, at: int, mark: int) -> bool:
    """Return whether a segment decides what is shown: of the applications' JFIF, colour profile and Adobe's colours."""
    if mark == 0xFE:
        return False
    if 0xE0 <= mark <= 0xEF:
        return image[at + 4 :].startswith((b"JFIF\0", b"ICC_PROFILE\0", b"Adobe"), 0, 12)
    return True


def _after_scan(image: bytes, at: int) -> int:
    while True:
        at = image.find(b"\xff", at)
        if at < 0:
            raise IndexError
        if image[at + 1] and not 0xD0 <= image[at + 1] <= 0xD7:
            return at
        at += 2


def _webp(image: bytes) -> Iterator[bytes]:
    at = 12
    while at < 8 + struct.unpack_from("<I", image, 4)[0]:
        name, (length,) = image[at : at + 4], struct.unpack_from("<I", image, at + 4)
        end = at + 8 + length + length % 2
        if name in WEBP:
            part = image[at:end]
            yield part[:8] + bytes([part[8] & ~TOLD]) + part[9:] if name == b"VP8X" else part
        at = end
