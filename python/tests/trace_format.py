"""What Perfetto and chrome://tracing accept of Chrome's trace event format, with the phases that Timeline writes."""

import collections
import json
import math

RESOLUTION_US = 1e-3  # Perfetto's: a nanosecond


def events_of(text):
    """The events of a trace (JSON). AssertionError says what a viewer would refuse, drop or draw at a wrong place."""

    def refuse(constant):
        raise AssertionError(f"{constant} is no number of JSON")

    trace = json.loads(text, parse_constant=refuse)
    assert trace["displayTimeUnit"] in ("ms", "ns"), trace["displayTimeUnit"]
    names = collections.defaultdict(list)  # of groups and of tracks
    slices = collections.defaultdict(list)
    for event in trace["traceEvents"]:
        assert isinstance(event.get("name"), str) and event["name"], event
        assert all(type(event.get(key)) is int and event[key] >= 0 for key in ("pid", "tid")), event
        track = event["pid"], event["tid"]
        if event["ph"] == "M":
            assert event["name"] in ("process_name", "thread_name"), event
            assert isinstance(event["args"]["name"], str), event
            names[track if event["name"] == "thread_name" else event["pid"]].append(event["args"]["name"])
            continue
        assert event["ph"] in ("X", "i") and isinstance(event["cat"], str), event
        times = [event["ts"], event["dur"]] if event["ph"] == "X" else [event["ts"]]
        assert all(type(one) in (int, float) and math.isfinite(one) and one >= 0 for one in times), event
        assert event["ph"] == "X" or event["s"] in ("g", "p", "t"), event  # the scope of an instant
        slices[track].append(event)
    for track, own in slices.items():
        assert len(names[track]) == 1 and len(names[track[0]]) == 1, f"names of the track {track}: {names[track]}"
        complete = sorted((one for one in own if one["ph"] == "X"), key=lambda one: one["ts"])
        for before, after in zip(complete, complete[1:]):  # none of these lies in another
            assert before["ts"] + before["dur"] <= after["ts"] + RESOLUTION_US, (before, after)
    return trace["traceEvents"]
