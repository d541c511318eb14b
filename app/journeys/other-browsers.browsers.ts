import { openJourney } from "~/testing/browser/journey.server"
import { openEdbrowse } from "~/testing/terminal/edbrowse.server"
import { openDillo, openNetSurf, openSurf } from "~/testing/terminal/graphical.server"
import { testShopDay } from "~/testing/terminal/shop-day-tests.server"
import { openElinks } from "~/testing/terminal/text-browsers.server"
import { openWebEngine } from "~/testing/terminal/web-engine.server"

const journey = openJourney()

testShopDay(() => journey, { name: "elinks", command: "elinks", open: openElinks })
testShopDay(() => journey, { name: "edbrowse", command: "edbrowse", open: openEdbrowse })
const engine = "/usr/bin/python3 -c 'import PyQt5.QtWebEngineWidgets'"
testShopDay(() => journey, { name: "QtWebEngine", command: "xvfb-run", needs: engine, open: openWebEngine })
const mouse = "command -v xdotool && command -v import && command -v Xvfb"
for (const program of [
  { name: "dillo", command: "dillo", needs: mouse, open: openDillo },
  { name: "NetSurf", command: "netsurf", needs: mouse, open: openNetSurf },
  { name: "surf", command: "surf", needs: `${mouse} && command -v xprop`, open: openSurf },
])
  testShopDay(() => journey, { ...program, byMouse: true })
