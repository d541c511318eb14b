import { expect, test } from "vitest"
import { sum } from "~/domain/money/money"
import fc from "~/testing/hostile/fast-check"
import { refundedParts } from "./tax-report"

const cents = fc.integer({ min: 0, max: 1_000_000 })
const taxes = fc.subarray([
  { name: "State", rate: 57_500 },
  { name: "County", rate: 17_500 },
  { name: "VAT", rate: 190_000 },
])
const part = fc.record({ net: cents, taxes }).chain(({ net, taxes }) => {
  const amounts = taxes.map((tax) => cents.map((amount) => ({ ...tax, amount })))
  return fc.record({ net: fc.constant(net), taxes: fc.tuple(...amounts) })
})

test("refunds of any sizes give back, together, each tax of the order to the cent", () => {
  const order = fc.tuple(fc.array(part, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(400_000), { maxLength: 5 }))
  fc.assert(
    fc.property(order, ([parts, wanted]) => {
      const total = sum(parts.flatMap(({ net, taxes }) => [net, ...taxes.map(({ amount }) => amount)]))
      const given = new Map<string, number>()
      let before = 0
      for (const one of [...wanted, total]) {
        const amount = Math.min(one, total - before)
        const refunded = refundedParts(parts, before, amount)
        for (const { name, tax } of refunded) given.set(name, (given.get(name) ?? 0) + tax)
        before += amount
      }
      for (const name of ["State", "County", "VAT"]) {
        const charged = parts.flatMap(({ taxes }) => taxes.filter((tax) => tax.name === name))
        expect(given.get(name) ?? 0).toBe(sum(charged.map(({ amount }) => amount)))
      }
    }),
  )
})

test("half of an order gives back half of its tax", () => {
  const parts = [
    { net: 8_403, taxes: [{ name: "VAT", rate: 190_000, amount: 1_597 }] },
    { net: 1_000, taxes: [] },
  ]
  expect(refundedParts(parts, 0, 5_500)).toEqual([
    { name: "VAT", rate: 190_000, net: 4_202, tax: 798 },
    { name: "", rate: 0, net: 500, tax: 0 },
  ])
  expect(sum(refundedParts(parts, 5_500, 5_500).map(({ tax }) => tax))).toBe(799)
})
