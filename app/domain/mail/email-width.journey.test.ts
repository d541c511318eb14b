import { afterAll, beforeAll, expect, test } from "vitest"
import { openVisitor, sharedBrowser } from "~/testing/browser/browser.server"
import { furnishWithStressContent } from "~/testing/hostile/stress-content.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { renderEmail } from "./email"

let open: TestShop
beforeAll(async () => {
  open = await openTestShop()
})
afterAll(() => open.close())

const unbroken = "W".repeat(300)
const prose = "A name with ordinary words that goes on and on ".repeat(6)
const identity = { name: unbroken, email: `${"w".repeat(64)}@shop.example`, url: `https://${"w".repeat(60)}.example` }
/** A mail with the longest texts in every part; all mails share this layout. */
const worst = renderEmail(identity, {
  subject: unbroken,
  greeting: unbroken,
  paragraphs: [unbroken, `Your number is ${unbroken}, thank you.`, "請確認您的訂單".repeat(40)],
  lines: [
    { label: unbroken, value: "$9,999,999.99", strong: true },
    { label: unbroken, value: unbroken, path: `/product/${unbroken}` },
    { label: prose, value: unbroken, url: `https://carrier.example/${unbroken}` },
    { label: "Parcel", value: unbroken },
    { label: prose, value: prose },
  ],
  action: { label: unbroken, path: `/order/${unbroken}` },
  afterwards: [unbroken],
})

test.each([320, 360])(
  "no mail is wider than a window of %i pixels, whatever the names of products and people",
  async (width) => {
    const stored = await mails()
    const kinds = new Set(stored.map(({ kind }) => kind))
    for (const kind of ["order-confirmed", "order-shipped", "order-refunded", "invitation"])
      expect(kinds).toContain(kind)
    const browser = await sharedBrowser()
    const page = await (await openVisitor(browser, "", { scripts: true, width: 360 })).newPage()
    await page.setViewportSize({ width, height: 800 })
    for (const { kind, html } of [{ kind: "worst", html: worst.html }, ...stored]) {
      await page.setContent(html)
      const widest = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(widest, kind).toBeLessThanOrEqual(width)
    }
    await page.setContent(worst.html)
    const money = page.getByText("$9,999,999.99")
    expect(await money.evaluate((cell) => (cell.textContent ?? "") && cell.getClientRects().length)).toBe(1)
    await page.context().close()
  },
)

test("the plain text wraps at 76 characters at a space, including between a long name and its price", () => {
  const { text } = renderEmail(
    { name: "Counter", email: "a@shop.example", url: "https://shop.example" },
    {
      subject: "Your order",
      greeting: "Hello,",
      paragraphs: [prose],
      lines: [
        { label: prose, value: "$5.00" },
        { label: "Delivered to", value: prose },
      ],
    },
  )
  expect(Math.max(...text.split("\n").map((line) => line.length))).toBeLessThanOrEqual(76)
  expect(text).toMatch(/on and on\n {2}\$5\.00\n/)
})

let written: Promise<unknown> | undefined
async function mails() {
  written ??= furnishWithStressContent(open.shop)
  await written
  return open.shop.db.selectFrom("mails").select(["kind", "html_body as html"]).execute()
}
