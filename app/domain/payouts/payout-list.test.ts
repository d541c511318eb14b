import { SaxesParser } from "saxes"
import { beforeAll, expect, test } from "vitest"
import { ago, DAY } from "~/domain/durations"
import { openOrdersTest } from "~/testing/shop/test-orders.server"
import { allowWaysToPay, bankFacts } from "~/testing/shop/unpaid-orders.server"
import { PayeeForm, PayoutFilter } from "./payout-filter"
import {
  bankFileOf,
  changePayee,
  countLatePayouts,
  exportPayouts,
  exportToBank,
  finishPayouts,
  listPayouts,
  undoExport,
} from "./payout-list.server"
import { requestPayout } from "./payouts.server"

const here = openOrdersTest()
beforeAll(() => allowWaysToPay(here.shop, here.admin, { bic: "COBADEFFXXX" }))

const iban = "NL91ABNA0417164300"
const request = (fields: Partial<Parameters<typeof requestPayout>[1]> = {}) =>
  here.shop.transaction((tx) =>
    requestPayout(tx, {
      ...{ refundId: null, bankLineId: null, amount: 1234, currency: "EUR", reference: "Order #1042, paid too much" },
      ...{ payee: { name: "Zoë Müller & Söhne", iban } },
      ...fields,
    }),
  )
const list = async (filter: object = {}) =>
  (await listPayouts(here.shop, here.admin, PayoutFilter.parse(filter))).payouts

test("a bank file has all open payouts in euros whose account is known, once", async () => {
  const euros = await request()
  await request({ currency: "CHF" })
  await request({ payee: null })
  const id = await exportToBank(here.shop, here.admin)
  const text = await bankFileOf(here.shop, here.admin, id)
  const elements: string[] = []
  const parser = new SaxesParser({ xmlns: true })
  parser.on("error", (error) => expect.fail(error.message))
  parser.on("opentag", ({ local }) => elements.push(local))
  parser.write(text).close()
  expect(elements.filter((name) => name === "CdtTrfTxInf")).toHaveLength(1)
  for (const part of [
    "urn:iso:std:iso:20022:tech:xsd:pain.001.001.09",
    `<EndToEndId>${euros}</EndToEndId>`,
    '<InstdAmt Ccy="EUR">12.34</InstdAmt>',
    "<CtrlSum>12.34</CtrlSum>",
    "<Nm>Zoe Muller Sohne</Nm>",
    `<IBAN>${iban}</IBAN>`,
    `<IBAN>${bankFacts.iban}</IBAN>`,
    "<BICFI>COBADEFFXXX</BICFI>",
    "<Ustrd>Order 1042, paid too much</Ustrd>",
  ])
    expect(text).toContain(part)
  await expect(exportToBank(here.shop, here.admin)).rejects.toThrow("There are no payouts in euros")
  await undoExport(here.shop, here.admin, id)
  await expect(bankFileOf(here.shop, here.admin, id)).rejects.toThrow("no such bank file")
  const again = await exportToBank(here.shop, here.admin)
  expect(await finishPayouts(here.shop, here.admin, [euros])).toBe(1)
  expect(await finishPayouts(here.shop, here.admin, [euros])).toBe(0)
  await expect(undoExport(here.shop, here.admin, again)).rejects.toThrow("No payout of this bank file is waiting")
})

test("two people who mark the same payouts as paid mark each once, and neither is stopped", async () => {
  const ids = [await request({ currency: "CHF" }), await request({ currency: "CHF" })]
  const mark = () => finishPayouts(here.shop, here.admin, ids)
  const [one, two] = await Promise.all([mark(), mark()])
  expect(one + two).toBe(2)
})

test("the account of a payout is corrected while it is open, and a typing error is refused", async () => {
  const id = await request({ payee: null })
  const payee = { payeeName: "Ada Buyer", payeeIban: "nl91 abna 0417 1643 00" }
  expect(PayeeForm.safeParse({ ...payee, payeeIban: "NL91ABNA0417164301" }).success).toBe(false)
  await changePayee(here.shop, here.admin, id, PayeeForm.parse(payee))
  expect((await list({ search: "Ada" }))[0]).toMatchObject({ id, payeeIban: iban })
  const staffRole = here.admin.staffRole && { ...here.admin.staffRole, refundLimitOfOrder: 1_233 }
  await expect(changePayee(here.shop, { ...here.admin, staffRole }, id, PayeeForm.parse(payee))).rejects.toThrow(
    "Your role may refund at most $12.33 of an order",
  )
  await finishPayouts(here.shop, here.admin, [id])
  await expect(changePayee(here.shop, here.admin, id, PayeeForm.parse(payee))).rejects.toThrow("already")
})

test("money to pay back needs attention once it has waited for three days", async () => {
  const [late, recent] = [await request({ currency: "CHF" }), await request({ currency: "CHF" })]
  const waits = async (id: string, days: number) => {
    const created_at = ago(here.shop, days * DAY)
    await here.shop.db.updateTable("payouts").set({ created_at }).where("id", "=", id).execute()
  }
  const before = await countLatePayouts(here.shop)
  await waits(late, 4)
  await waits(recent, 2)
  expect(await countLatePayouts(here.shop)).toBe(before + 1)
  await finishPayouts(here.shop, here.admin, [late, recent])
  expect(await countLatePayouts(here.shop)).toBe(before)
})

test("payouts are found by their status and their text, and exported as CSV", async () => {
  const id = await request({ reference: "Order #77, paid back", currency: "CHF" })
  expect((await list({ search: "#77", status: "waiting" })).map((payout) => payout.id)).toEqual([id])
  expect(await list({ search: "#77", status: "done" })).toEqual([])
  let csv = ""
  for await (const part of exportPayouts(here.shop, here.admin, PayoutFilter.parse({ search: "#77" }))) csv += part
  expect(csv).toContain("12.34")
  expect(csv.trim().split("\n")).toHaveLength(2)
})
