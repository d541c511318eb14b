import { describe, expect, test } from "vitest"
import type { Body } from "./body.server"
import { uploadsFrom } from "./uploads.server"

const json = (value: Record<string, unknown>): Body => ({ kind: "json", value })
const form = (...entries: [string, string | File][]): Body => {
  const data = new FormData()
  for (const [name, value] of entries) data.append(name, value)
  return { kind: "form", data }
}
const asDataUrl = (text: string) => `data:image/png;base64,${Buffer.from(text).toString("base64")}`
const texts = (body: Body, field = "images") =>
  Promise.all(uploadsFrom(body, field).map((upload) => new Blob([upload as BlobPart]).text()))

describe("pictures are accepted", () => {
  test("as files, in their order", async () => {
    const body = form(["images", new File(["one"], "1.png")], ["images", new File(["two"], "2.png")])
    expect(await texts(body)).toEqual(["one", "two"])
  })

  test("as base64 data URLs in a form, one or repeated, also mixed with files", async () => {
    expect(await texts(form(["avatar", asDataUrl("me")]), "avatar")).toEqual(["me"])
    const body = form(
      ["images", asDataUrl("one")],
      ["images", new File(["two"], "2.png")],
      ["images[]", asDataUrl("three")],
    )
    expect(await texts(body)).toEqual(["one", "two", "three"])
  })

  test("as base64 data URLs in JSON, one or a list", async () => {
    expect(await texts(json({ images: asDataUrl("one") }))).toEqual(["one"])
    expect(await texts(json({ images: [asDataUrl("one"), asDataUrl("two")] }))).toEqual(["one", "two"])
  })
})

describe("no picture changes", () => {
  test.each([
    ["an absent field", json({})],
    ["an empty text", json({ images: "" })],
    ["nothing", json({ images: null })],
    ["an empty list", json({ images: [] })],
    ["a word that JavaScript makes of nothing", form(["images", "undefined"], ["images", "null"])],
    [
      "an address of another machine, which is never fetched",
      form(["images", "http://169.254.169.254/latest/meta-data"]),
    ],
    ["an address of our own, which a client sends back", json({ images: "/media/6b0035-160.jpg" })],
    [
      "the pictures as the product shows them",
      json({ images: [{ _id: "1", public_id: "2", url: "https://shop.test/a.jpg" }] }),
    ],
  ])("for %s", async (_, body) => {
    expect(uploadsFrom(body, "images")).toEqual([])
  })
})

describe("a picture is refused", () => {
  test.each([
    ["text that is neither", "hello"],
    ["a data URL that is not base64", "data:image/svg+xml;utf8,<svg/>"],
    ["a file's address", "file:///etc/passwd"],
  ])("that is %s", (_, text) => {
    expect(() => uploadsFrom(json({ images: text }), "images")).toThrow("A picture must be a file or a base64 data URL")
  })

  test("that is a data URL of more than 20 MB", () => {
    const over = `data:image/png;base64,${"A".repeat(28 * 1024 * 1024)}`
    expect(() => uploadsFrom(json({ images: over }), "images")).toThrow("A file may have at most 20 MB")
  })

  test("as one of eleven", () => {
    const eleven = Array.from({ length: 11 }, () => asDataUrl("x"))
    expect(() => uploadsFrom(json({ images: eleven }), "images")).toThrow("At most 10 files can be sent at once")
  })
})
