#!/usr/bin/env bash
# Chromium's declarative WebMCP leaves out every field whose name a form has twice, without a message, although such a
# form is valid and sends a list (checkboxes of one name do become a list). Of two forms with one `toolname` it offers
# the first only.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --no-audit --no-fund @sparticuz/chromium@153.0.0 playwright-core@1.56.1 >/dev/null
cat >page.mjs <<'END'
import chromium from "@sparticuz/chromium"
import { chromium as driver } from "playwright-core"

const html = `<form toolname="change" tooldescription="Changes quantities">
  <input type="number" name="quantity" value="1"><input type="number" name="quantity" value="2">
  <input type="checkbox" name="gift" value="a"><input type="checkbox" name="gift" value="b">
  <input name="note"><button>Save</button></form>
<form toolname="change" tooldescription="The second form"><input name="other"><button>Save</button></form>`
const args = ["--no-sandbox", "--enable-blink-features=WebMCP,DeclarativeWebMCP"]
const browser = await driver.launch({ executablePath: await chromium.executablePath(), args })
const page = await browser.newPage()
const session = await page.context().newCDPSession(page)
const offered = []
session.on("WebMCP.toolsAdded", ({ tools }) => offered.push(...tools))
await session.send("WebMCP.enable")
await page.route("https://shop.example/", (route) => route.fulfill({ contentType: "text/html", body: html }))
await page.goto("https://shop.example/")
for (let tries = 0; tries < 50 && offered.length < 1; tries++) await page.waitForTimeout(100)
await page.waitForTimeout(500)
console.log("version", browser.version())
for (const { name, description, inputSchema } of offered) {
  const fields = Object.entries(inputSchema.properties).map(([field, { type }]) => {
    return `${field}: ${type}`
  })
  console.log(`${name} (${description})\n  ${fields.join("\n  ")}`)
}
await browser.close()
END
node page.mjs >seen.txt
cat seen.txt
cat >expected.txt <<'END'
version 153.0.8010.0
change (Changes quantities)
  gift: array
  note: string
END
diff expected.txt seen.txt
