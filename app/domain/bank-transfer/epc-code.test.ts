import { expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { hasQrReader, readQrCode } from "~/testing/qr-reader.server"
import { creditorReferenceOf } from "./creditor-reference"
import { type EpcTransfer, epcCodeOf } from "./epc-code"
import { drawQrCode } from "./qr-code"

const transfer: EpcTransfer = {
  name: "Müller & Söhne GmbH",
  iban: "DE89370400440532013000",
  bic: "COBADEFFXXX",
  amount: 12_30,
  reference: creditorReferenceOf(1042),
}

test("the code has its elements in the order of the format", () => {
  expect(epcCodeOf(transfer)?.split("\n")).toEqual([
    ...["BCD", "002", "1", "SCT", "COBADEFFXXX", "Müller & Söhne GmbH", "DE89370400440532013000", "EUR12.30"],
    ...["", "RF97001042"],
  ])
})

test("a reference that is no creditor reference is a text, and the BIC may be left out", () => {
  const lines = epcCodeOf({ ...transfer, bic: "", reference: "Order #1042" })?.split("\n")
  expect(lines).toEqual(["BCD", "002", "1", "SCT", "", transfer.name, transfer.iban, "EUR12.30", "", "", "Order #1042"])
})

test("the bank's part of a BIC may have digits, as in the settings", () => {
  expect(epcCodeOf({ ...transfer, bic: "E097DEFF" })?.split("\n")[4]).toBe("E097DEFF")
})

test.each<[string, Partial<EpcTransfer>]>([
  ["an IBAN with a typing error", { iban: "DE89370400440532013001" }],
  ["an IBAN outside the countries of SEPA", { iban: "TR330006100519786457841326" }],
  ["no amount", { amount: 0 }],
  ["no account holder", { name: " \n " }],
  ["a BIC with a typing error", { bic: "COBADEFFX" }],
  ["a text that is too long", { reference: "x".repeat(141) }],
])("there is no code with %s", (_, fields) => {
  expect(epcCodeOf({ ...transfer, ...fields })).toBeNull()
})

test("no name or text moves an element, or makes the code longer than 331 bytes", () => {
  const anyText = fc.string({ unit: "grapheme", maxLength: 90 })
  fc.assert(
    fc.property(anyText, anyText, fc.integer({ min: 1, max: 99_999_999 }), (name, reference, amount) => {
      const code = epcCodeOf({ ...transfer, name, reference, amount })
      if (code === null) return
      expect(Buffer.byteLength(code)).toBeLessThanOrEqual(331)
      const lines = code.split("\n")
      expect(lines.length).toBeLessThanOrEqual(11)
      expect(lines.slice(6, 8)).toEqual([transfer.iban, `EUR${(amount / 100).toFixed(2)}`])
    }),
  )
  const longest = epcCodeOf({ ...transfer, name: "ü".repeat(70), reference: "ü".repeat(100) })
  expect(Buffer.byteLength(longest ?? "")).toBeLessThanOrEqual(331)
  expect(longest).toContain("ü".repeat(30))
})

test.skipIf(!hasQrReader)("a scanner reads the drawn code byte for byte", async () => {
  const code = epcCodeOf(transfer) ?? ""
  expect(await readQrCode(drawQrCode(code))).toEqual(Buffer.from(code))
  const longest = epcCodeOf({ ...transfer, name: "ü".repeat(70), reference: "ü".repeat(100) }) ?? ""
  expect(await readQrCode(drawQrCode(longest))).toEqual(Buffer.from(longest))
})
