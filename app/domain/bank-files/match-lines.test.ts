import { expect, test } from "vitest"
import { creditorReferenceOf, qrReferenceOf } from "~/domain/bank-transfer/creditor-reference"
import { LineMatcher, type PayableOrder } from "./match-lines"
import { mentionedOrders } from "./references"

const order = (number: number, missing: number, state: PayableOrder["state"] = "awaiting"): PayableOrder => ({
  ...{ id: `order ${number}`, number, currency: "EUR", state, missing, byHand: [] },
})

const entry = (amount: number, text: string, fields = {}) => ({
  ...{ kind: "credit" as const, amount, currency: "EUR", reference: "", text },
  ...fields,
})

/** Matches entries one after the other, as those of a file. */
function outcomes(orders: PayableOrder[], ...entries: ReturnType<typeof entry>[]) {
  const matcher = new LineMatcher(orders, "EUR")
  return entries.map((entry) => {
    const match = matcher.match(entry)
    matcher.take(match, entry.amount)
    return match.outcome
  })
}

test("an order is found by its reference or its number, however it is written", () => {
  const reference = creditorReferenceOf(1042)
  const written = [
    reference,
    `${reference.slice(0, 4)} ${reference.slice(4, 8)} ${reference.slice(8)}`,
    `payment ${reference.toLowerCase()} thank you 2026`,
    qrReferenceOf(1042),
    ...["#1042", "Order 1042", "Bestellung Nr. 1042", "order no #1042 of 27.11.2026", "Zamówienie 1042"],
  ]
  for (const text of written) expect(mentionedOrders({ reference: "", text }).stated).toContain(1042)
  expect(mentionedOrders({ reference, text: "" }).stated).toEqual([1042])
  expect(mentionedOrders({ reference: "1042", text: "" }).stated).toEqual([1042])
})

test("a number without a word is only taken for an order whose sum it pays", () => {
  expect(outcomes([order(1042, 1230)], entry(1230, "1042 Müller"))).toEqual(["matches"])
  expect(outcomes([order(1042, 1230)], entry(1229, "1042 Müller"))).toEqual(["unknown"])
  expect(outcomes([order(1042, 1230), order(1043, 1230)], entry(1230, "1042 1043"))).toEqual(["unknown"])
})

test("each sum has its outcome", () => {
  const pays = (amount: number, of = order(1042, 1230)) => outcomes([of], entry(amount, "#1042"))
  expect(pays(1230)).toEqual(["matches"])
  expect(pays(1229)).toEqual(["short"])
  expect(pays(1231)).toEqual(["over"])
  expect(pays(1230, order(1042, 0, "paid"))).toEqual(["twice"])
  expect(pays(1230, order(1042, 1230, "cancelled"))).toEqual(["cancelled"])
  expect(outcomes([], entry(1230, "#1042"))).toEqual(["unknown"])
})

test("an order is paid once by a file, also in parts", () => {
  expect(outcomes([order(1042, 1230)], entry(1230, "#1042"), entry(1230, "#1042"))).toEqual(["matches", "twice"])
  expect(outcomes([order(1042, 1230)], entry(1000, "#1042"), entry(230, "#1042"))).toEqual(["short", "matches"])
  expect(outcomes([order(1042, 1230)], entry(1000, "#1042"), entry(1230, "#1042"))).toEqual(["short", "over"])
})

test("two orders in one text are paid only if the sum belongs to one of them", () => {
  const two = [order(1042, 1230), order(1043, 500)]
  expect(outcomes(two, entry(500, "#1042 #1043"))).toEqual(["matches"])
  expect(outcomes(two, entry(1730, "#1042 #1043"))).toEqual(["unknown"])
})

test("another currency never pays, and money that the bank took back is shown", () => {
  expect(outcomes([order(1042, 1230)], entry(1230, "#1042", { currency: "USD" }))).toEqual(["currency"])
  expect(outcomes([], entry(1230, "", { currency: "USD" }))).toEqual(["currency"])
  expect(outcomes([order(1042, 0, "paid")], entry(1230, "#1042", { kind: "reversal" }))).toEqual(["reversal"])
})

test("a sum that was recorded by hand is explained by one transfer, and a second one was paid twice", () => {
  const paid = { ...order(1042, 0, "paid"), byHand: [1230] }
  expect(outcomes([paid], entry(1230, "#1042"), entry(1230, "#1042"))).toEqual(["similar", "twice"])
  expect(outcomes([paid], entry(1229, "#1042"))).toEqual(["twice"])
  expect(outcomes([{ ...order(1042, 730), byHand: [500] }], entry(500, "#1042"), entry(730, "#1042"))).toEqual([
    ...["similar", "matches"],
  ])
})

test("a day states no order", () => {
  for (const text of ["Auftrag vom 28.11.2026", "Order date 2026-11-28", "Bestellung vom 28/11/26"])
    expect(mentionedOrders({ reference: "", text })).toEqual({ stated: [], possible: [] })
  const orders = [order(28, 0, "paid"), order(2026, 500), order(1042, 1230)]
  expect(outcomes(orders, entry(1230, "Order date 2026-11-28 no 1042"))).toEqual(["matches"])
})

test("a stated order that this does not pay, beside a number that it would pay, is left to the owner", () => {
  const orders = [order(28, 0, "paid"), order(29, 1230), order(1042, 1230)]
  expect(outcomes(orders, entry(1230, "Order of 28 Nov, no 1042"))).toEqual(["unknown"])
  expect(outcomes(orders, entry(1230, "Order 29, customer 1042"))).toEqual(["matches"])
  expect(outcomes(orders, entry(700, "Order 29, customer 1042"))).toEqual(["short"])
})
