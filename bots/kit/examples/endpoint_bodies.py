"""Bodies of an endpoint's answers: read to the end, unpacked, and parsed in any form; the texts and log-probabilities in them."""

import http.client
import json
import zlib

from overhear_text.reply import is_number

MOST_BYTES = 1 << 24
"""Length of an answer at most; a server that sends more has gone wrong."""

MOST_DIGITS = 400
"""Digits of a whole number at most that is read exactly; Python refuses to read very long ones."""

SECRET_LENGTH = 12
"""Characters from which on a key is kept out of messages."""

THOUGHTS = {"thinking", "redacted_thinking", "reasoning"}
"""Kinds of message parts that are not an answer."""


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


def excerpt(text, key=""):
    """The beginning of what a server says, in one line, without the key if it quotes that.

    A key of a few letters, such as a local server takes, is no secret."""
    text = text.decode(errors="replace") if isinstance(text, bytes) else str(text)
    try:
        error = json.loads(text)["error"]
        text = error["message"] if isinstance(error, dict) else str(error)
    except (ValueError, KeyError, TypeError, RecursionError):
        pass
    text = " ".join(str(text).split())
    return (text.replace(key, "[the key]") if len(key) >= SECRET_LENGTH else text)[:300]


def text_of(message):
    """The text of a message: a text, a list of parts, the arguments for a tool if there is nothing else, or nothing."""
    content = message.get("content") if isinstance(message, dict) else message
    if isinstance(content, list):
        spoken = [part for part in content if not isinstance(part, dict) or part.get("type") not in THOUGHTS]
        parts = [part.get("text") if isinstance(part, dict) else part for part in spoken]
        content = "".join(part for part in parts if isinstance(part, str))
    content = content if isinstance(content, str) else ""
    return content if content.strip() or not isinstance(message, dict) else to_tools(message)


def to_tools(message):
    """The arguments with which a message calls tools, although none were offered."""
    calls = message.get("tool_calls")
    calls = [call.get("function") for call in calls if isinstance(call, dict)] if isinstance(calls, list) else []
    told = [call.get("arguments") for call in [*calls, message.get("function_call")] if isinstance(call, dict)]
    return "\n".join(part if isinstance(part, str) else json.dumps(part) for part in told if part)


def weights(choices, start, lengths):
    """Log-probabilities of the ends of texts that were echoed, from the place `start`; None where the endpoint does not tell them."""
    found = [None] * len(lengths)
    for place, choice in enumerate(choices):
        choice = choice if isinstance(choice, dict) else {}
        index, told = choice.get("index", place), choice.get("logprobs")
        told = told if isinstance(told, dict) else {}
        offsets, logs = told.get("text_offset"), told.get("token_logprobs")
        if not isinstance(offsets, list) or not isinstance(logs, list) or len(offsets) != len(logs) or index not in range(len(lengths)):
            continue
        if not all(map(is_number, offsets)):
            continue
        # A token belongs to the end if it ends behind its beginning; tokens behind the text are the model's own.
        ends = offsets[1:] + [lengths[index]]
        parts = [log for log, low, high in zip(logs, offsets, ends) if high > start and low < lengths[index]]
        if parts and all(map(is_number, parts)):
            found[int(index)] = float(sum(parts))
    return None if None in found else found
