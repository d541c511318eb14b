import { openJourney } from "~/testing/browser/journey.server"
import { openFirefox } from "~/testing/terminal/firefox.server"
import { testShopDay } from "~/testing/terminal/shop-day-tests.server"
import { openLinks, openLynx, openW3m } from "~/testing/terminal/text-browsers.server"

const journey = openJourney()

for (const program of [
  { name: "lynx", command: "lynx", open: openLynx },
  { name: "w3m", command: "w3m", open: openW3m },
  { name: "links", command: "links", open: openLinks },
  { name: "Firefox without scripts", command: "firefox-esr", open: openFirefox },
])
  testShopDay(() => journey, program)
