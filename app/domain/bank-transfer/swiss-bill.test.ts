import { describe, expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { hasQrReader, readQrCode } from "~/testing/qr-reader.server"
import { creditorReferenceOf, qrReferenceOf } from "./creditor-reference"
import { drawQrCode } from "./qr-code"
import { type SwissTransfer, swissAddressIn, swissBillOf } from "./swiss-bill"
import { CROSS } from "./swiss-cross"

const IBAN = "CH9300762011623852957"
const QR_IBAN = "CH4431999123000889012"

const transfer: SwissTransfer = {
  creditor: {
    name: "Käserei Bühler AG",
    street: "Bahnhofstrasse 1",
    postalCode: "8001",
    town: "Zürich",
    country: "CH",
  },
  iban: IBAN,
  amount: 1_949_75,
  currency: "CHF",
  debtor: { name: "Ada Buyer", street: "Rue du Lac 12", postalCode: "2501", town: "Biel", country: "CH" },
  reference: creditorReferenceOf(1042),
  message: "Order #1042",
}

test("the code has its 31 elements in the order of the format", () => {
  expect(swissBillOf(transfer)?.contents.split("\n")).toEqual([
    ...["SPC", "0200", "1", IBAN],
    ...["S", "Käserei Bühler AG", "Bahnhofstrasse 1", "", "8001", "Zürich", "CH"],
    ...["", "", "", "", "", "", ""],
    ...["1949.75", "CHF"],
    ...["S", "Ada Buyer", "Rue du Lac 12", "", "2501", "Biel", "CH"],
    ...["SCOR", "RF97001042", "Order #1042", "EPD"],
  ])
})

describe("the reference", () => {
  const typeOf = (iban: string, reference: string) => swissBillOf({ ...transfer, iban, reference })?.referenceType

  test("is a QR reference for a QR-IBAN, and for no other account", () => {
    expect(typeOf(QR_IBAN, qrReferenceOf(1042))).toBe("QRR")
    expect(typeOf(QR_IBAN, creditorReferenceOf(1042))).toBeUndefined()
    expect(typeOf(QR_IBAN, "")).toBeUndefined()
    expect(typeOf(IBAN, qrReferenceOf(1042))).toBeUndefined()
  })

  test("may be left out for other accounts, and is never just any text", () => {
    expect(typeOf(IBAN, "")).toBe("NON")
    expect(typeOf(IBAN, "1042")).toBeUndefined()
  })
})

test.each<[string, Partial<SwissTransfer>]>([
  ["an account in another country", { iban: "DE89370400440532013000" }],
  ["a currency other than francs and euros", { currency: "USD" }],
  ["no amount", { amount: 0 }],
  ["a creditor without a town", { creditor: { ...transfer.creditor, town: "" } }],
])("there is no bill with %s", (_, fields) => {
  expect(swissBillOf({ ...transfer, ...fields })).toBeNull()
})

test("an incomplete address of the payer is left out", () => {
  const { contents = "" } = swissBillOf({ ...transfer, debtor: { ...transfer.creditor, postalCode: "" } }) ?? {}
  expect(contents.split("\n").slice(20, 27)).toEqual(["", "", "", "", "", "", ""])
})

test("no text moves an element or has a character that the format lacks", () => {
  const anyText = fc.string({ unit: "grapheme", maxLength: 200 })
  fc.assert(
    fc.property(anyText, anyText, (name, message) => {
      const bill = swissBillOf({ ...transfer, message, debtor: { ...transfer.creditor, name } })
      expect(bill?.contents.split("\n")).toHaveLength(31)
      expect(bill?.contents).toMatch(/^[\n\u0020-\u017f\u0218-\u021b\u20ac]*$/)
    }),
  )
})

test("the address of the shop is read from its lines", () => {
  const name = "Käserei Bühler AG"
  const street = "Bahnhofstrasse 1"
  expect(swissAddressIn(`${name}\n${street}\n8001 Zürich\nSwitzerland`, name)).toEqual(transfer.creditor)
  expect(swissAddressIn(`${street}\nCH-8001 Zürich`, name)).toEqual(transfer.creditor)
  expect(swissAddressIn(`${name}\n8001 Zürich`, name)).toEqual({ ...transfer.creditor, street: "" })
  expect(swissAddressIn("Städtle 1\n9490 Vaduz", name)).toMatchObject({ country: "LI", town: "Vaduz" })
  expect(swissAddressIn("1 Main Street\nSpringfield, IL 62701", name)).toBeNull()
  expect(swissAddressIn("Hauptstraße 1\n10115 Berlin", name)).toBeNull()
})

test.skipIf(!hasQrReader)("a scanner reads the drawn code with the cross byte for byte", async () => {
  const { contents = "" } = swissBillOf(transfer) ?? {}
  const code = drawQrCode(contents)
  const centre = `<g transform="translate(${code.size / 2} ${code.size / 2}) scale(${(code.size - 8) / 46})">
    <path fill="#fff" d="${CROSS.ground}"/><path d="${CROSS.square}"/><path fill="#fff" d="${CROSS.cross}"/></g>`
  expect(await readQrCode(code, centre)).toEqual(Buffer.from(contents))
})
