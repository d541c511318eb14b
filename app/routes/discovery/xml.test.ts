import { expect, test } from "vitest"
import { element, escapeXml } from "./xml"

test("a text can neither end its element nor make the file malformed", () => {
  expect(escapeXml(`a < b & "c" > 'd'`)).toBe("a &#60; b &#38; &#34;c&#34; &#62; &#39;d&#39;")
  expect(escapeXml("one\u0000two\u000b\ufffe\ud800three\tfour\n🦊湯")).toBe("onetwothree\tfour\n🦊湯")
  expect([element("a", ""), element("a", null), element("a", "x")]).toEqual(["", "", "<a>x</a>"])
})
