"""What the libraries have in common: the words of the driver's protocol."""

import base64
import re
import sys


class Failed(Exception):
    """An error of a client, in the shape of an answer."""

    def __init__(self, error, name, code, message):
        super().__init__(message)
        self.answer = {"error": error, "name": name, "code": code, "message": str(message)}


def encode(value):
    return None if value is None else base64.b64encode(value).decode()


def decode(text):
    return None if text is None else base64.b64decode(text)


def credentials(properties):
    jaas = properties.get("sasl.jaas.config", "")
    return [re.search(word + r'="([^"]*)"', jaas).group(1) for word in ("username", "password")]


def checked(records, request, log=()):
    """Records that were asked for, ready for an answer; with what the library logged when it took too long."""
    timed_out = not records["done"] and len(records["seen"]) < request.get("max", sys.maxsize)
    return {"timed_out": timed_out, "records": records["seen"], "log": "\n".join(log) if timed_out else ""}
