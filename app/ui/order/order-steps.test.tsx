import { expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { pageText } from "~/testing/pages/page-text"
import { OrderSteps } from "./order-steps"

const at = (day: number) => new Date(Date.UTC(2026, 10, day, 9, 30))
const placed = {
  status: "Processing" as const,
  createdAt: at(1),
  shippedAt: null,
  deliveredAt: null,
  cancelledAt: null,
  cancellationReason: null,
}
const stepsOf = (order: Partial<Parameters<typeof OrderSteps>[0]["order"]>) =>
  markupOf(<OrderSteps order={{ ...placed, ...order }} />).split("<li")

test("an order that is being prepared is at the first of three steps", () => {
  const [list, processing, shipped, delivered] = stepsOf({})
  expect(list).toContain("<ol")
  expect(processing).toContain('aria-current="step"')
  expect(pageText(`<li${processing}`)).toMatch(/1 Processing 1 Nov 2026, 09:30 UTC/)
  expect(pageText(`<li${shipped}`)).toMatch(/2 Shipped Not yet/)
  expect(pageText(`<li${delivered}`)).toMatch(/3 Delivered Not yet/)
})

test("completed steps are ticked, and have their dates", () => {
  const [, processing, shipped, delivered] = stepsOf({ status: "Shipped", shippedAt: at(2) })
  expect(processing).toContain("Done ")
  expect(shipped).toContain('aria-current="step"')
  expect(shipped).not.toContain("Done ")
  expect(shipped).toContain("2 Nov 2026")
  expect(delivered).toContain("Not yet")
  const end = stepsOf({ status: "Delivered", shippedAt: at(2), deliveredAt: at(3) })[3]
  expect(end).toMatch(/aria-current="step".*Done .*3 Nov 2026/s)
})

test("a cancelled order says when and why, and shows no further steps", () => {
  const steps = stepsOf({ status: "Cancelled", cancelledAt: at(2), cancellationReason: "The kiln broke" })
  expect(steps).toHaveLength(3)
  expect(steps[2]).toMatch(/aria-current="step".*Cancelled.*2 Nov 2026.*The kiln broke/s)
})
