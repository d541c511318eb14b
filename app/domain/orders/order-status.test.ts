import { expect, test } from "vitest"
import { isShippable, orderStatuses, stepsTo } from "./order-status"

test("an order has three steps, and a cancelled one ends after the first", () => {
  const regular = ["Processing", "Shipped", "Delivered"]
  expect(regular.map((status) => stepsTo(status as "Shipped"))).toEqual([regular, regular, regular])
  expect(stepsTo("Cancelled")).toEqual(["Processing", "Cancelled"])
})

test("only an order whose next step is shipping can be shipped", () => {
  expect(orderStatuses.filter((status) => isShippable({ status }))).toEqual(["Processing"])
})
