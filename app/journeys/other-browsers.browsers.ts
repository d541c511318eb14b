import { openJourney } from "~/testing/browser/journey.server"
import { openDillo, openNetSurf } from "~/testing/terminal/graphical.server"
import { testMouseDay, testShopDay } from "~/testing/terminal/shop-day-tests.server"
import { openElinks } from "~/testing/terminal/text-browsers.server"
import { openWebEngine } from "~/testing/terminal/web-engine.server"

const journey = openJourney()

testShopDay(() => journey, { name: "elinks", command: "elinks", open: openElinks })
testShopDay(() => journey, { name: "QtWebEngine", command: "xvfb-run", open: openWebEngine })
testMouseDay(() => journey, { name: "dillo", command: "dillo", open: openDillo })
testMouseDay(() => journey, { name: "NetSurf", command: "netsurf", open: openNetSurf })
