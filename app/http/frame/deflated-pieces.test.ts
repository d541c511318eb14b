import { execFileSync } from "node:child_process"
import { randomBytes } from "node:crypto"
import { crc32, gunzipSync } from "node:zlib"
import { expect, test } from "vitest"
import { deflateAtOnce, deflatePiece, gzipMember, uncompressedPiece } from "./deflated-pieces.server"
import { joinChecksums, shiftOf } from "./joined-checksum"

test("the checksum of two texts follows from those of each", () => {
  const texts = [0, 1, 2, 7, 255, 4_096, 70_000].map((length) => randomBytes(length))
  for (const first of texts)
    for (const second of texts)
      expect(joinChecksums(crc32(first), crc32(second), shiftOf(second.length))).toBe(
        crc32(Buffer.concat([first, second])),
      )
})

const main = `<main>${"<p>Walnut tray, 12.00, in stock</p>".repeat(2_000)} 🧺</main>`

test("pieces that were compressed apart make one gzip member, with any bytes between them", async () => {
  const constant = await deflatePiece(Buffer.from(main), Buffer.alloc(0))
  const hole = Buffer.alloc(4, 0xff)
  const next = await deflatePiece(Buffer.from(`${main}</body>`), Buffer.concat([Buffer.from(main), hole]))
  expect(next.bytes.length, "it refers to the text before").toBeLessThan(constant.bytes.length)
  for (const [own, last] of [
    ["abcd", ""],
    ["wxyz", "</html>"],
    ["....", randomBytes(30_000).toString("base64")],
  ] as const) {
    const member = gzipMember([
      deflateAtOnce(Buffer.from("<header>Ada</header>")),
      constant,
      uncompressedPiece(own),
      next,
      uncompressedPiece(last),
    ])
    const text = `<header>Ada</header>${main}${own}${main}</body>${last}`
    expect(gunzipSync(member).toString()).toBe(text)
    // GNU's program rejects wrong checksums, wrong lengths, and bytes after the member.
    expect(execFileSync("gzip", ["-dc"], { input: member, maxBuffer: 2 ** 24 }).toString()).toBe(text)
  }
})

test("a wrong checksum is noticed", () => {
  const piece = deflateAtOnce(Buffer.from("text"))
  expect(() => gunzipSync(gzipMember([{ ...piece, checksum: piece.checksum ^ 1 }]))).toThrow(/check/)
})
