import { describe, expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { MAX_TOAST_COOKIE, openToastCookie, type Toast } from "./toast-cookie.server"

const cookie = openToastCookie({ secrets: ["a secret for this test"], secure: true })

/** Returns the cookie that a browser sends back, and the size of the header in bytes. */
async function keep(toast: Toast) {
  const line = await cookie.write(toast)
  const taken = await cookie.take(new Request("https://shop.test", { headers: { Cookie: line.split(";")[0] ?? "" } }))
  return { bytes: Buffer.byteLength(line), toast: taken?.toast }
}

describe("a toast's cookie", () => {
  const undo = {
    action: "/admin/undo",
    fields: { kind: "product", id: "a".repeat(24), back: "/admin/products?page=2" },
  }

  test("stays for the page if only its head is asked for", async () => {
    const line = await cookie.write({ type: "success", message: "Item added to cart" })
    const headers = { Cookie: line.split(";")[0] ?? "" }
    expect(await cookie.take(new Request("https://shop.test", { method: "HEAD", headers }))).toBeNull()
    expect(await cookie.take(new Request("https://shop.test", { headers }))).not.toBeNull()
  })

  test("keeps a message of ordinary length unchanged", async () => {
    for (const message of ["Item added to cart", "Ä ñ 密 🎉 ".repeat(20), "word ".repeat(200).trim()]) {
      const toast = { type: "success", message, undo } as const
      expect((await keep(toast)).toast).toEqual(toast)
    }
  })

  test.each([
    ["words", "Handwoven mohair blanket is no longer sold. ".repeat(200)],
    ["one word", "x".repeat(100_000)],
    ["emoji", "🎉".repeat(5_000)],
    ["Chinese", "手工编织毛毯已停售。".repeat(500)],
    ["half a character", "\ud83c".repeat(5_000)],
    ["control characters", "\u0001".repeat(5_000)],
    ["what is escaped in JSON, base64 and cookies", `"\\>?~ÿ`.repeat(2_000)],
  ])("shortens a long message of %s, with an ellipsis at the end", async (_, message) => {
    for (const kept of [undefined, undo]) {
      const { bytes, toast } = await keep({ type: "error", message, undo: kept })
      expect(bytes).toBeLessThanOrEqual(MAX_TOAST_COOKIE)
      expect(toast).toMatchObject({ type: "error", message: expect.stringMatching(/^.{100,}…$/su) })
      expect(toast?.undo).toEqual(kept)
    }
  })

  test("leaves out the way back before Undo, which a long address would not leave room for", async () => {
    const { bytes, toast } = await keep({
      type: "success",
      message: "Product has been deleted",
      undo: { ...undo, fields: { ...undo.fields, back: `/admin/products?search=${"%E5%AF%86".repeat(400)}` } },
    })
    expect(bytes).toBeLessThanOrEqual(MAX_TOAST_COOKIE)
    const { back: _, ...fields } = undo.fields
    expect(toast).toEqual({ type: "success", message: "Product has been deleted", undo: { ...undo, fields } })
  })

  test("fits for any message, even if Undo cannot be kept", async () => {
    const text = fc.string({ unit: "binary", maxLength: 6_000 })
    await fc.assert(
      fc.asyncProperty(text, text, async (message, value) => {
        const undo = { action: "/admin/options", fields: { option: value } }
        const { bytes, toast } = await keep({ type: "info", message, undo })
        expect(bytes).toBeLessThanOrEqual(MAX_TOAST_COOKIE)
        expect(toast?.type).toBe("info")
      }),
      { numRuns: 60 },
    )
  })
})
