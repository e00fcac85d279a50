"""Bodies of an endpoint's answers: read to the end, unpacked, and parsed in whatever form they come."""

import http.client
import json
import zlib

MOST_BYTES = 1 << 24
"""Length of an answer at most; a server that sends more has gone wrong."""

MOST_DIGITS = 400
"""Digits of a whole number at most that is read exactly; Python refuses to read very long ones."""


def whole(response):
    """The body of an answer, or an exception if a part of it is missing."""
    parts, size = [], 0
    while True:
        part = response.read1(1 << 16)
        if not part:
            break
        parts.append(part)
        size += len(part)
        if size > MOST_BYTES:
            raise http.client.HTTPException("the answer has more than %d bytes" % MOST_BYTES)
    if response.length:
        raise http.client.HTTPException("%d bytes of the answer are missing" % response.length)
    return b"".join(parts)


def unpacked(data, encoding):
    """A body that was packed, although nothing else was asked for than plain text."""
    if encoding.strip().lower() not in ("gzip", "x-gzip", "deflate") and data[:2] != b"\x1f\x8b":
        return data
    try:
        unpacker = zlib.decompressobj(zlib.MAX_WBITS | 32)
        data = unpacker.decompress(data, MOST_BYTES)
    except zlib.error as error:
        raise http.client.HTTPException("the answer cannot be unpacked: %s" % error) from None
    if not unpacker.eof:
        raise http.client.HTTPException("the packed answer is cut off, or has more than %d bytes" % MOST_BYTES)
    return data


def documents(data):
    """The values of JSON in a body: one, or several in a row; those of a stream of events; none if it does not begin with one."""
    text = decoded(data)
    if text.lstrip("\ufeff \t\r\n").startswith(("data:", "event:", "id:", "retry:", ":")):
        # A server may stream although nothing asked it to. What it has said is paid for.
        lines = [line[5:].strip() for line in text.splitlines() if line.startswith("data:")]
        return streamed([value for line in lines for value in parsed(line)], "[DONE]" in lines)
    found = parsed(text)
    return [part for value in found for part in (value if isinstance(value, list) else [value])]


def decoded(data):
    """The text of a body. A character that is none in its encoding costs that character, not the answer."""
    return data.decode(json.detect_encoding(data), "replace")


def parsed(text):
    """The values of JSON at the beginning of a text."""
    found, place = [], 0
    decoder = json.JSONDecoder(strict=False, parse_int=lambda digits: int(digits) if len(digits) < MOST_DIGITS else float(digits))
    try:
        while place < len(text):
            if text[place] in "\ufeff \t\r\n":
                place += 1
                continue
            value, place = decoder.raw_decode(text, place)
            found.append(value)
    except (ValueError, RecursionError):
        pass
    return found


def streamed(events, is_whole):
    """The answer that the events of a stream make up, or the events as they are; nothing if the stream was cut off."""
    choices = [(event, event["choices"][0]) for event in events if isinstance(event, dict) and is_filled(event.get("choices"))]
    deltas = [choice["delta"] for _, choice in choices if isinstance(choice, dict) and isinstance(choice.get("delta"), dict)]
    if not deltas:
        return events
    reasons = [choice.get("finish_reason") for _, choice in choices if isinstance(choice, dict) and choice.get("finish_reason")]
    if not is_whole and not reasons:
        return []
    message = {key: joined([delta[key] for delta in deltas if delta.get(key)]) for key in ("content", "refusal")}
    calls = [call.get("function") for delta in deltas for call in delta.get("tool_calls") or [] if isinstance(call, dict)]
    arguments = joined([call["arguments"] for call in calls if isinstance(call, dict) and call.get("arguments")])
    message["function_call"] = {"arguments": arguments}
    usages = [event.get("usage") for event in events if isinstance(event, dict) and event.get("usage")]
    return [{"choices": [{"message": message, "finish_reason": (reasons or [None])[-1]}], "usage": (usages or [None])[-1]}]


def joined(parts):
    """The texts or lists of a stream as one; a text if all are texts."""
    if all(isinstance(part, str) for part in parts):
        return "".join(parts)
    return [piece for part in parts for piece in (part if isinstance(part, list) else [part])]


def is_filled(choices):
    """Whether there is a choice."""
    return isinstance(choices, list) and len(choices) > 0


def excerpt(text):
    """The beginning of what a server says, in one line."""
    text = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    try:
        error = json.loads(text)["error"]
        text = error["message"] if isinstance(error, dict) else str(error)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    return " ".join(str(text).split())[:300]
