import { expect, test } from "vitest"
import { productPath } from "./product-path"

const id = "0123456789abcdef01234567"
const slug = (name: string) => decodeURIComponent(productPath({ id, name }).slice(`/product/${id}`.length))

test.each([
  ["Belt-Drive Record Player", "/belt-drive-record-player"],
  ["Men’s Crème Brûlée “Set” (2 × 4)", "/mens-creme-brulee-set-2-4"],
  ["USB-C  to/HDMI?#&", "/usb-c-to-hdmi"],
  ["湯呑み茶碗", "/湯呑み茶碗"],
  ["किताब", "/किताब"],
  ["😀 !", ""],
  ["..", ""],
  ["Review", ""],
  ["Review of reviews", "/review-of-reviews"],
])("%s is parsed as %s", (name, readable) => {
  expect(slug(name)).toBe(readable)
})

test("a long name is cut after a word, a long word after its sixtieth letter", () => {
  expect(slug("A kettle ".repeat(20))).toMatch(/^\/(a-kettle-)*(a|kettle)$/)
  expect(slug("A kettle ".repeat(20)).length).toBeLessThanOrEqual(61)
  expect(slug("x".repeat(200))).toBe(`/${"x".repeat(60)}`)
})

test("an address needs no further encoding", () => {
  const path = productPath({ id, name: "Ein Löffel für 湯 😀 %2F" })
  expect(new URL(path, "https://shop.example").pathname).toBe(path)
})
