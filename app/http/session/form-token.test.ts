import { expect, test } from "vitest"
import { openFormTokens } from "./form-token.server"

const [OLD, NEW] = ["the old secret of this shop", "the new secret of this shop"]
const ada = { id: "a".repeat(24) }
const joan = { id: "b".repeat(24) }
const textBrowser = new Request("http://shop.test/")
const chromium = new Request("http://shop.test/", { headers: { "Sec-Fetch-Site": "none" } })

const sentTo = (session: typeof ada, ...secrets: string[]) =>
  openFormTokens({ secrets }).sentTo(textBrowser, session) ?? ""

test("a session's token is always the same, and of no other session", () => {
  const tokens = openFormTokens({ secrets: [NEW] })
  expect(sentTo(ada, NEW)).toMatch(/^[\w-]{22}$/)
  expect(sentTo(ada, NEW)).toBe(sentTo(ada, NEW))
  expect(tokens.isOf(ada, sentTo(ada, NEW))).toBe(true)
  for (const forged of ["", "yes", sentTo(joan, NEW), sentTo(ada, OLD), sentTo(ada, NEW).slice(1), ada.id])
    expect([forged, tokens.isOf(ada, forged)]).toEqual([forged, false])
})

test("a token outlives a change of the secret, like the session", () => {
  expect(openFormTokens({ secrets: [NEW, OLD] }).isOf(ada, sentTo(ada, OLD))).toBe(true)
  expect(sentTo(ada, NEW, OLD)).toBe(sentTo(ada, NEW))
})

test("visitors get none, and browsers that name the page of a form need none", () => {
  const tokens = openFormTokens({ secrets: [NEW] })
  expect(tokens.sentTo(textBrowser, null)).toBeNull()
  expect(tokens.sentTo(chromium, ada)).toBeNull()
})
