"""A desktop that shows messages: says the address of its bus, then a line for each message, until its input ends."""
import os
import sys

import dbus
import dbus.service
from dbus.mainloop.glib import DBusGMainLoop
from gi.repository import GLib

NAME = "org.freedesktop.Notifications"


class Desktop(dbus.service.Object):
    @dbus.service.method(NAME, in_signature="susssasa{sv}i", out_signature="u")
    def Notify(self, app, replaces, icon, summary, body, actions, hints, timeout):
        print(f"{app}|{summary}|{body}", flush=True)
        return 1

    @dbus.service.method(NAME, out_signature="ssss")
    def GetServerInformation(self):
        return "desktop", "nobody", "1", "1.2"

    @dbus.service.method(NAME, out_signature="as")
    def GetCapabilities(self):
        return ["body"]


DBusGMainLoop(set_as_default=True)
bus = dbus.SessionBus()
name = dbus.service.BusName(NAME, bus)
desktop = Desktop(bus, "/org/freedesktop/Notifications")
loop = GLib.MainLoop()
GLib.io_add_watch(sys.stdin.fileno(), GLib.PRIORITY_DEFAULT, GLib.IOCondition.HUP, lambda *_: loop.quit())
print(os.environ["DBUS_SESSION_BUS_ADDRESS"], flush=True)
loop.run()
