import { expect, test } from "vitest"
import { cleanIban, formatIban, isIban, isQrIban } from "./iban"

// The examples of the registry of ISO 13616
test.each([
  "NL91ABNA0417164300",
  "DE89370400440532013000",
  "BE68539007547034",
  "AT611904300234573201",
  "PL61109010140000071219812874",
  "CH9300762011623852957",
  "GB29NWBK60161331926819",
  "FR1420041010050500013M02606",
  "NO9386011117947",
  "MT84MALT011000012345MTLCAST001S",
])("%s is an IBAN", (iban) => {
  expect(isIban(iban)).toBe(true)
})

test.each([
  ["a digit is wrong", "NL91ABNA0417164301"],
  ["two digits are swapped", "DE89370400440532010300"],
  ["it is too short for its country", "DE8937040044053201300"],
  ["its country has none", "US89370400440532013000"],
  ["it has blanks", "NL91 ABNA 0417 1643 00"],
  ["it is empty", ""],
])("a text is no IBAN if %s", (_, text) => {
  expect(isIban(text)).toBe(false)
})

test("blanks and small letters are cleaned up, and groups of four are shown", () => {
  expect(cleanIban(" nl91 abna 0417 1643 00 ")).toBe("NL91ABNA0417164300")
  expect(formatIban("NL91ABNA0417164300")).toBe("NL91 ABNA 0417 1643 00")
  expect(formatIban("BE68539007547034")).toBe("BE68 5390 0754 7034")
})

test("an IBAN for payments with a QR reference is recognized", () => {
  expect(isQrIban("CH4431999123000889012")).toBe(true)
  expect(isQrIban("CH9300762011623852957")).toBe(false)
  expect(isQrIban("DE3031999123000889012")).toBe(false)
})
