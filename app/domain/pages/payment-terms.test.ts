import { expect, test } from "vitest"
import { emptyFacts } from "~/domain/settings/settings"
import { paymentTerms } from "./payment-terms"

const shipped = emptyFacts

test("as shipped, customers pay by card", () => {
  expect(paymentTerms(shipped)).toBe("You pay by card.")
  expect(paymentTerms({ ...shipped, onlineMethods: "ideal" })).toBe(
    "You pay by card or by another method that the payment page offers.",
  )
})

test("orders that are paid later say until when, and when the contract is made", () => {
  expect(paymentTerms({ ...shipped, transfers: "on", transferDays: "10", paidOnDelivery: "on" })).toBe(
    "You pay by card, by bank transfer within 10 days, or in cash on delivery. If you do not pay online, the contract is made when we confirm your order by email.",
  )
  expect(paymentTerms({ ...shipped, paidOnCollection: "on" })).toMatch(
    /^You pay by card or when you collect the order\. If/,
  )
})
