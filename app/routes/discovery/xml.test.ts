import { expect, test } from "vitest"
import { element, escapeXml, xmlDocument } from "./xml"

test("a text can neither end its element nor be refused by a reader", () => {
  expect(escapeXml(`a < b & "c" > 'd'`)).toBe("a &#60; b &#38; &#34;c&#34; &#62; &#39;d&#39;")
  expect(escapeXml("one\u0000two\u000b\ufffe\ud800three\tfour\n🦊湯")).toBe("onetwothree\tfour\n🦊湯")
  expect([element("a", ""), element("a", null), element("a", "x")]).toEqual(["", "", "<a>x</a>"])
})

test("a document that fails before its first piece is no answer, and one that fails later breaks off", async () => {
  await expect(xmlDocument("application/xml", failing())).rejects.toThrow("no database")
  const answer = await xmlDocument("application/xml", failing("<a>"))
  await expect(answer.text()).rejects.toThrow()
})

async function* failing(...pieces: string[]): AsyncGenerator<string> {
  yield* pieces
  throw new Error("no database")
}

test("no more of a document is written than is read", async () => {
  let written = 0
  async function* endless() {
    for (;;) yield `<a>${++written}</a>`.padEnd(10_000)
  }
  const reader = (await xmlDocument("application/xml", endless())).body?.getReader()
  for (let piece = 0; piece < 5; piece++) await reader?.read()
  await reader?.cancel()
  const seen = written
  expect(seen).toBeLessThan(50)
  await new Promise(setImmediate)
  expect(written).toBe(seen)
})
