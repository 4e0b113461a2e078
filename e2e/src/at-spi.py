"""
Stands where a screen reader stands on Linux: on the bus of AT-SPI. A line of JSON on its input is a question, a line on its output
that begins with "answer" is the answer; lines that begin with "event" come by themselves. It ends with its input.

  {"ask": "tree"}                   every object of the page, in order, with its depth
  {"ask": "focus", "name": "oak"}   puts the focus on the row of this name, as a reader's own keys do
  {"ask": "press", "name": "oak"}   does what the row of this name does by itself
"""

import json
import os
import sys

import gi

gi.require_version("Atspi", "2.0")
from gi.repository import Atspi, Gio, GLib

HEARD = [
    "object:state-changed:focused",
    "object:state-changed:expanded",
    "object:state-changed:checked",
    "object:text-caret-moved",
    "object:text-changed",
    "object:text-selection-changed",
]
STATUS = ["org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set"]


def say(kind, what):
    print(kind, json.dumps(what), flush=True)


def described(node):
    attributes = node.get_attributes() or {}
    number = lambda name: int(attributes.get(name, 0))
    return {
        "role": node.get_role_name(),
        "name": node.get_name(),
        "description": node.get_description(),
        "level": number("level"),
        "position": number("posinset"),
        "of": number("setsize"),
        "live": attributes.get("live", ""),
        "states": sorted(state.value_nick for state in node.get_state_set().get_states()),
    }


def walk(node, depth=0):
    # What is known of it is kept, and may be from before.
    node.clear_cache()
    yield node, depth
    for index in range(node.get_child_count()):
        child = node.get_child_at_index(index)
        if child is not None:
            yield from walk(child, depth + 1)


def pages():
    desktop = Atspi.get_desktop(0)
    desktop.clear_cache()
    for index in range(desktop.get_child_count()):
        for node, _ in walk(desktop.get_child_at_index(index)):
            if node.get_role_name() == "document web":
                yield node


def row_named(name):
    for page in pages():
        for node, _ in walk(page):
            if node.get_role_name() == "tree item" and node.get_name() == name:
                return node
    raise LookupError(name)


def answer(question):
    ask = question["ask"]
    if ask == "tree":
        return [{"depth": depth, **described(node)} for page in pages() for node, depth in walk(page)]
    row = row_named(question["name"])
    return row.grab_focus() if ask == "focus" else row.do_action(0)


def on_line(channel, _condition):
    line = sys.stdin.readline()
    if line == "":
        Atspi.event_quit()
        return False
    try:
        say("answer", answer(json.loads(line)))
    except (GLib.Error, LookupError) as gone:
        # What is asked for comes and goes with the page.
        say("answer", {"gone": str(gone)})
    return True


def on_event(event):
    try:
        # The name that is known of it may be from before it was edited.
        event.source.clear_cache()
        say("event", {"what": event.type, "detail": event.detail1, **described(event.source)})
    except GLib.Error:
        pass


# Programs make a tree for readers only where one is said to be there.
bus = Gio.bus_get_sync(Gio.BusType.SESSION, None)
for name in ["IsEnabled", "ScreenReaderEnabled"]:
    value = GLib.Variant("(ssv)", ("org.a11y.Status", name, GLib.Variant("b", True)))
    bus.call_sync(*STATUS, value, None, Gio.DBusCallFlags.NONE, -1, None)
Atspi.init()
listener = Atspi.EventListener.new(on_event)
for kind in HEARD:
    listener.register(kind)
GLib.io_add_watch(sys.stdin, GLib.IO_IN | GLib.IO_HUP, on_line)
say("answer", {"bus": os.environ["DBUS_SESSION_BUS_ADDRESS"]})
Atspi.event_main()
