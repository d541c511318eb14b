import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { finish } from "./finished-response.server"

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

test("only the shop's own scripts can run, and the page is the same in every rendering", async () => {
  const render = (nonce: string) =>
    finish(
      { name: "/", path: "/", headers: {}, kind: "page", policy: { store: "memory" }, isUnbounded: false },
      new Response(`<p>Mug<script>steal()</script></p><script nonce="${nonce}">start()</script>`),
      { security: [], keyword: null, nonce, tags: new Set() },
    )
  const [first, second] = [await render("aaaa"), await render("bbbb")]
  expect(first.inlineScripts).toBe(hash("start()"))
  expect(second.inlineScripts).toBe(first.inlineScripts)
  expect(first.body.toString()).toBe("<p>Mug<script>steal()</script></p><script>start()</script>")
  expect(second.body.equals(first.body)).toBe(true)
})
