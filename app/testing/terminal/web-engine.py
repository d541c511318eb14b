"""Loads pages in QtWebEngine without their scripts. Each line of the input is an address or a script of the driver."""

import json
import sys
import threading

from PyQt5.QtCore import QEvent, QObject, QPointF, Qt, QUrl, pyqtSignal
from PyQt5.QtGui import QMouseEvent
from PyQt5.QtWebEngineWidgets import (
    QWebEnginePage,
    QWebEngineProfile,
    QWebEngineScript,
    QWebEngineSettings,
    QWebEngineView,
)
from PyQt5.QtWidgets import QApplication


class Page(QWebEnginePage):
    files = []

    def chooseFiles(self, mode, old, types):
        return self.files


class Commands(QObject):
    came = pyqtSignal(str)

    def read(self):
        for line in sys.stdin:
            self.came.emit(line)
        self.came.emit("")


def answer(value):
    print(json.dumps(value), flush=True)


def click(place):
    """Presses the mouse; the engine opens no file chooser for a click by script."""
    for kind, held in ((QEvent.MouseButtonPress, Qt.LeftButton), (QEvent.MouseButtonRelease, Qt.NoButton)):
        event = QMouseEvent(kind, QPointF(*place), Qt.LeftButton, held, Qt.NoModifier)
        QApplication.sendEvent(view.focusProxy(), event)


def run(line):
    if line == "":
        app.quit()
        return
    command = json.loads(line)
    if "url" in command:
        view.load(QUrl(command["url"]))
        answer(None)
    elif "picture" in command:
        view.grab().save(command["picture"])
        answer(None)
    elif "click" in command:
        Page.files = command["files"]
        click(command["click"])
        answer(None)
    else:
        page.runJavaScript(command["script"], QWebEngineScript.ApplicationWorld, answer)


app = QApplication(["web-engine", "--no-sandbox"])
view = QWebEngineView()
# A profile without a name keeps its cookies in memory.
page = Page(QWebEngineProfile(view), view)
view.setPage(page)
page.settings().setAttribute(QWebEngineSettings.JavascriptEnabled, False)
view.resize(1280, 900)
view.show()
commands = Commands()
commands.came.connect(run)
threading.Thread(target=commands.read, daemon=True).start()
sys.exit(app.exec_())
