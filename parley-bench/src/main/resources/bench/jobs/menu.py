#!/usr/bin/env python3
"""A menu on the alternate screen: arrows move, space marks, enter ends."""
import curses

ITEMS = ["kernel", "drivers", "desktop", "printing", "games"]


def menu(screen):
    curses.curs_set(0)
    at, marked = 0, set()
    while True:
        screen.erase()
        screen.addstr(0, 2, "What shall be installed?")
        for row, item in enumerate(ITEMS):
            line = "[%s] %s" % ("x" if item in marked else " ", item)
            screen.addstr(2 + row, 4, line, curses.A_REVERSE if row == at else 0)
        screen.refresh()
        key = screen.getch()
        if key == curses.KEY_DOWN:
            at = min(at + 1, len(ITEMS) - 1)
        elif key == curses.KEY_UP:
            at = max(at - 1, 0)
        elif key == ord(" "):
            marked ^= {ITEMS[at]}
        elif key in (10, 13, curses.KEY_ENTER):
            return [item for item in ITEMS if item in marked]


open("chosen", "w").write(" ".join(curses.wrapper(menu)))
