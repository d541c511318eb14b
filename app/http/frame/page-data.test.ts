import { runInNewContext } from "node:vm"
import { expect, test } from "vitest"
import { withPageData } from "./page-data.server"

const PAGE = "<!DOCTYPE html><html><head></head><body><main>Hello</main></body></html>"

/** Returns the data that a browser reads from the script in a page. */
function dataOf(html: string): string {
  const scripts = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, text = ""]) => text)
  const data: string[] = []
  const end = (text: string) => data.push(text, "|")
  for (const script of scripts) runInNewContext(script, { __remixContext: { end } })
  return data.join("")
}

test.each([
  "['data', \"quoted\", `more`]",
  "a backslash \\ and \\n and \\u0041",
  "</script><script>alert(1)</script><!-- <script>",
  "lines\nreturns\r\nseparators\u2028\u2029",
  "emoji 🧺, ünïcödé, $& $1",
])("browsers read a page's data exactly as it was written: %j", (data) => {
  const html = withPageData(PAGE, data, "abc")
  expect(dataOf(html)).toBe(`${data}|`)
  expect(html.match(/<script/g)).toHaveLength(1)
  expect(html).toContain('<script nonce="abc">')
  expect(html).toMatch(/<\/script><\/body><\/html>$/)
})

test("a page without a nonce has no nonce attribute", () => {
  expect(withPageData(PAGE, "data", undefined)).toContain("<script>__remix")
})
