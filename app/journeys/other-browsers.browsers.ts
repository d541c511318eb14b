import { openJourney } from "~/testing/browser/journey.server"
import { openDillo, openNetSurf } from "~/testing/terminal/graphical.server"
import { testMouseDay, testShopDay } from "~/testing/terminal/shop-day-tests.server"
import { openElinks } from "~/testing/terminal/text-browsers.server"
import { openWebEngine } from "~/testing/terminal/web-engine.server"

const journey = openJourney()

testShopDay(() => journey, { name: "elinks", command: "elinks", open: openElinks })
const engine = "/usr/bin/python3 -c 'import PyQt5.QtWebEngineWidgets'"
testShopDay(() => journey, { name: "QtWebEngine", command: "xvfb-run", needs: engine, open: openWebEngine })
const mouse = "command -v xdotool && command -v import && command -v Xvfb"
testMouseDay(() => journey, { name: "dillo", command: "dillo", needs: mouse, open: openDillo, hasColouredBoxes: true })
testMouseDay(() => journey, {
  name: "NetSurf",
  command: "netsurf",
  needs: mouse,
  open: openNetSurf,
  hasColouredBoxes: false,
})
