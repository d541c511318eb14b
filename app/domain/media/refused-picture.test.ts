import { readdir } from "node:fs/promises"
import sharp from "sharp"
import { afterAll, beforeAll, describe, expect, test } from "vitest"
import { shortestTime } from "~/testing/processes/shortest-time"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { storePicture } from "./store-picture.server"
import { encodedAs, hugePng, samplePicture } from "./testing/sample-pictures"

let open: TestShop
beforeAll(async () => {
  open = await openTestShop()
})
afterAll(() => open.close())

const types = ["jpeg", "png", "webp", "gif", "avif"] as const

describe("a refused file", () => {
  const refusal = (message: string | RegExp) => ({ kind: "invalid", message: expect.stringMatching(message) })
  const jpeg = () => encodedAs("jpeg", samplePicture(300, 200))

  test.each([
    ["nothing", "", "This file is empty"],
    [
      "an SVG drawing",
      '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>',
      "SVG drawings cannot be uploaded",
    ],
    ["a web page", "<!DOCTYPE html><script>alert(1)</script>", "This file is a web page"],
    ["a text", "just words", "Files of this type are not supported"],
    ["an HEIC photograph", "\0\0\0\x18ftypheic\0\0\0\0mif1heic", "HEIC photos are not supported"],
  ])("is %s", async (_, content, message) => {
    await expect(storePicture(open.shop, Buffer.from(content, "latin1"))).rejects.toMatchObject(refusal(message))
  })

  test.each([
    ["a web page", "<html><script>alert(1)</script></html>", "also contains a web page"],
    ["a drawing", "<svg onload=alert(1)>", "also contains a web page"],
    ["a program", "<?php system('id');", "also contains a web page or a program"],
    ["a PDF document", "%PDF-1.7", "also contains a PDF document"],
    ["a ZIP archive", `PK\x05\x06${"\0".repeat(18)}`, "also contains a ZIP archive"],
  ])("is a picture and also %s", async (_, stowaway, message) => {
    const bytes = Buffer.concat([await jpeg(), Buffer.from(stowaway, "latin1")])
    await expect(storePicture(open.shop, bytes)).rejects.toMatchObject(refusal(message))
  })

  test("hides a web page in a comment", async () => {
    const bytes = await jpeg()
    const comment = Buffer.from("\xff\xfe\0\x1a<script>alert(1)</script", "latin1")
    const polyglot = Buffer.concat([bytes.subarray(0, 2), comment, bytes.subarray(2)])
    await expect(storePicture(open.shop, polyglot)).rejects.toMatchObject(refusal("also contains a web page"))
  })

  test("unpacks to 256 megapixels from 31 kB, which its header shows within half a second", async () => {
    const bomb = hugePng(16_000, 16_000)
    expect(bomb.length).toBeLessThan(32_000)
    const refused = () =>
      expect(storePicture(open.shop, bomb)).rejects.toMatchObject(
        refusal("This picture has 256 megapixels; at most 50"),
      )
    expect(await shortestTime(refused)).toBeLessThan(500)
  })

  test("has more than 8192 × 6144 pixels; one of exactly as many is accepted", async () => {
    await expect(storePicture(open.shop, hugePng(8193, 6144))).rejects.toMatchObject(refusal("51 megapixels"))
    expect(await storePicture(open.shop, hugePng(8192, 6144))).toMatchObject({ width: 1280, height: 960 })
    expect(await storePicture(open.shop, hugePng(4284, 5712))).toMatchObject({ width: 1280, height: 1707 })
  })

  test("is an AVIF whose decoder would take too much memory: the refusal suggests another format", async () => {
    const flat = sharp({ create: { width: 5200, height: 5000, channels: 3, background: "teal" } })
    const large = await encodedAs("avif", flat)
    await expect(storePicture(open.shop, large)).rejects.toMatchObject(
      refusal("has 26 megapixels; an AVIF picture may have at most 25: please save it as a JPEG"),
    )
  })

  test.each(types)("is a truncated %s", async (type) => {
    const whole = await encodedAs(type, samplePicture(320, 240))
    for (const part of [0.05, 0.3, 0.7, 0.99]) {
      const cut = whole.subarray(0, Math.floor(whole.length * part))
      await expect(storePicture(open.shop, cut), `${part} of it`).rejects.toMatchObject(
        refusal("damaged or incomplete"),
      )
    }
  })

  test("is one byte more than 20 MB", async () => {
    const bytes = Buffer.alloc(20 * 1024 * 1024 + 1)
    await expect(storePicture(open.shop, bytes)).rejects.toMatchObject({ kind: "tooLarge" })
    await expect(storePicture(open.shop, new Blob([bytes]))).rejects.toMatchObject({ kind: "tooLarge" })
  })

  test("leaves no traces", async () => {
    const before = await readdir(open.mediaFolder)
    await expect(storePicture(open.shop, Buffer.from("no"))).rejects.toThrow()
    expect(await readdir(open.mediaFolder)).toEqual(before)
  })
})
