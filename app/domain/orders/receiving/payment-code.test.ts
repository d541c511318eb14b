import { expect, test } from "vitest"
import { transferReferenceOf } from "~/domain/bank-transfer/creditor-reference"
import { emptySettings } from "~/domain/settings/settings"
import { testAddress } from "~/testing/shop/buyers.server"
import { paymentCodeOf } from "./payment-code.server"

const order = {
  number: 1042,
  user: { id: "1", name: "Ada Buyer", email: "ada@shop.test", isGuest: false },
  shippingInfo: { ...testAddress, address: "Seeweg 2", city: "Bern", pinCode: "3011", country: "CH" },
}

/** The code of an order of 1,949.75 at a shop with this account */
function codeOf(iban: string, currency: string, address = "Bahnhofstrasse 1\n8001 Zürich") {
  const reference = transferReferenceOf(iban, order.number)
  const transfer = { holder: "Käserei Bühler AG", iban, bic: "", reference }
  const request = { method: "transfer" as const, missing: 194_975, received: 0, currency, payBy: null, transfer }
  const settings = { current: { ...emptySettings, address } } as Parameters<typeof paymentCodeOf>[0]["settings"]
  return paymentCodeOf({ settings }, request, order)
}

test("transfers in euros have an EPC code", async () => {
  expect(await codeOf("DE89370400440532013000", "EUR")).toMatchObject({
    bill: null,
    qrCode: { path: expect.any(String) },
  })
  expect(await codeOf("DE89370400440532013000", "USD")).toBeNull()
})

test("accounts in Switzerland have a QR-bill in francs and euros", async () => {
  expect(await codeOf("CH9300762011623852957", "CHF")).toMatchObject({
    bill: { amount: "1 949.75", currency: "CHF", referenceType: "SCOR", debtor: { town: "Bern" } },
  })
  expect(await codeOf("CH4431999123000889012", "EUR")).toMatchObject({ bill: { referenceType: "QRR" } })
})

test("without a Swiss address of the shop, only euros have a code", async () => {
  expect(await codeOf("CH9300762011623852957", "CHF", "1 Main Street")).toBeNull()
  expect(await codeOf("CH9300762011623852957", "EUR", "1 Main Street")).toMatchObject({ bill: null })
})

test("an order that needs no transfer has no code", async () => {
  expect(await paymentCodeOf({ settings: { current: emptySettings } as never }, null, order)).toBeNull()
})
