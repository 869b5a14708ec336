"""Why a serial device cannot be opened, in words that say what to do."""


def why_closed(path: str, error: Exception) -> str:
    """A sentence for what pyserial raised; it wraps the system's errors, so the text is looked at too."""
    text = str(error).lower()
    if isinstance(error, PermissionError) or "permission" in text:
        return f"{path} may not be used by this user: sudo adduser $USER dialout, then log in again"
    if any(word in text for word in ("lock", "busy", "temporarily unavailable")):
        return f"{path} is in use by another program: stop it (`fuser {path}` names it)"
    if "no such file" in text:
        return f"{path} is not plugged in, or has another name (`ls /dev/serial/by-path` shows them)"
    return f"{path} cannot be opened: {error}"
