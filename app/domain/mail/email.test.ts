import { expect, test } from "vitest"
import { passwordResetEmail } from "~/domain/subscribers/account-emails"
import { greeting, renderEmail } from "./email"

const identity = { name: "Counter & Sons", email: "hello@shop.example", url: "https://shop.example" }

test("a mail has the same content as plain text and as HTML", () => {
  const { subject, text, html } = renderEmail(identity, {
    subject: "Your order",
    greeting: "Hello Ada,",
    paragraphs: ["It is on its way."],
    lines: [
      { label: "Kettle × 2", value: "$50.00" },
      { label: "Total", value: "$80.00", strong: true },
    ],
    action: { label: "See your order", path: "/order/1?a=1&b=2" },
    afterwards: ["Thank you."],
  })
  expect(subject).toBe("Your order")
  expect(text).toBe(`Hello Ada,

It is on its way.

Kettle × 2  $50.00
Total       $80.00

See your order:
https://shop.example/order/1?a=1&b=2

Thank you.

Counter & Sons
https://shop.example
hello@shop.example
`)
  expect(html).toContain('href="https://shop.example/order/1?a=1&amp;b=2"')
  expect(html).toContain("Counter &amp; Sons")
})

test("user input is text, never markup or another header", () => {
  const { subject, text, html } = renderEmail(identity, {
    subject: "Hi\r\nBcc: all@shop.example",
    greeting: "<script>alert(1)</script>",
    paragraphs: ["a < b\n\n\"c\" & 'd'"],
    lines: [{ label: "<b>", value: "</td>" }],
  })
  expect(subject).toBe("Hi Bcc: all@shop.example")
  expect(text).toContain("a < b \"c\" & 'd'")
  expect(html).not.toMatch(/<script|<b>|<\/td><\/td>/)
  expect(html).toContain("a &lt; b &quot;c&quot; &amp; &#39;d&#39;")
})

test.each([
  ["Ada Lovelace", "Hello Ada,"],
  ["Zoë", "Hello Zoë,"],
  ["J. R. Tolkien", "Hello J.,"],
  ["https://win.example", "Hello,"],
  ["www.win.example now", "Hello,"],
  ["me@win.example", "Hello,"],
  ["x".repeat(60), "Hello,"],
])("%s is greeted with %s", (name, expected) => {
  expect(greeting(name)).toBe(expected)
})

test("long sentences are wrapped, long links are not", () => {
  const email = passwordResetEmail(identity, { name: "Ada", token: "t".repeat(120), minutes: 30 })
  const { text } = renderEmail(identity, email)
  expect(text).toContain(`\nhttps://shop.example/password/reset/${"t".repeat(120)}\n`)
  const prose = text.split("\n").filter((line) => !line.startsWith("https:"))
  expect(Math.max(...prose.map((line) => line.length))).toBeLessThanOrEqual(76)
})
