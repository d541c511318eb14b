import { expect, test } from "vitest"
import { outOfStock, rejection, rejectionMessage } from "./rejection"

const line = (name: string, discontinued = false) => ({ name, discontinued })
const cases = [
  outOfStock([line("Tray")]),
  outOfStock([line("Tray"), line("Bowl")]),
  outOfStock(["Tray", "Bowl", "Mug", "Lamp"].map((name) => line(name))),
  outOfStock(["Tray", "Bowl", "Mug", "Lamp", "Vase"].map((name) => line(name))),
  outOfStock([line("Tray"), line("Bowl", true)]),
  outOfStock([line("Tray", true), line("Bowl", true)]),
  outOfStock([]),
  rejection("amount-mismatch"),
  rejection("duplicate"),
  rejection("no-order"),
]
const sentences = [
  "Tray sold out before the payment arrived",
  "Tray and Bowl sold out before the payment arrived",
  "Tray, Bowl, Mug, and another product sold out before the payment arrived",
  "Tray, Bowl, Mug, and 2 other products sold out before the payment arrived",
  "Tray sold out before the payment arrived; Bowl is no longer sold",
  "Tray and Bowl are no longer sold",
  "The products sold out before the payment arrived",
  "The amount paid differs from the order's total",
  "This order was already paid with another payment",
  "The payment was made, but no order was placed",
]

test("sold-out products are named, and so are those no longer for sale", () => {
  expect(cases.map(rejectionMessage)).toEqual(sentences)
})
