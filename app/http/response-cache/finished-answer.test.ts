import { createHash } from "node:crypto"
import { expect, test } from "vitest"
import { finish } from "./finished-answer.server"

const hash = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`

test("only scripts that the shop itself has written may run, and the page does not change with every rendering", async () => {
  const render = (nonce: string) =>
    finish(
      { path: "/", kind: "page", isEndless: false },
      new Response(`<p>Mug<script>steal()</script></p><script nonce="${nonce}">start()</script>`),
      { security: [], keyword: null, nonce },
    )
  const [first, second] = [await render("aaaa"), await render("bbbb")]
  expect(first.inlineScripts).toBe(hash("start()"))
  expect(second.inlineScripts).toBe(first.inlineScripts)
  expect(first.body.toString()).toBe("<p>Mug<script>steal()</script></p><script>start()</script>")
  expect(second.body.equals(first.body)).toBe(true)
})
