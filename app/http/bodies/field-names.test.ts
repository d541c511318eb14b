import { expect, test } from "vitest"
import fc from "~/testing/hostile/fast-check"
import { formToObject } from "./field-names"

function valuesOf(...fields: [string, string][]) {
  const data = new FormData()
  for (const [name, value] of fields) data.append(name, value)
  return formToObject(data)
}

test("a form becomes the same object as a JSON body", () => {
  expect(valuesOf(["name", "Ada"], ["shippingInfo[city]", "London"], ["paymentInfo.id", "pi_1"])).toEqual({
    name: "Ada",
    shippingInfo: { city: "London" },
    paymentInfo: { id: "pi_1" },
  })
})

test("a repeated name is a list, and so is one that ends in brackets", () => {
  expect(valuesOf(["a", "1"], ["a", "2"], ["b[]", "3"])).toEqual({ a: ["1", "2"], b: ["3"] })
})

test("numbered names are a list in the order of their numbers, however large these are", () => {
  const values = valuesOf(
    ["items[999999999][product]", "last"],
    ["items[2][product]", "second"],
    ["items[0][product]", "first"],
  )
  expect(values).toEqual({ items: [{ product: "first" }, { product: "second" }, { product: "last" }] })
})

test("a name cannot reach the prototypes of objects and lists", () => {
  const values = valuesOf(["__proto__[admin]", "yes"], ["constructor[prototype][admin]", "yes"], ["a[length]", "5"])
  expect(({} as Record<string, unknown>).admin).toBeUndefined()
  expect(values.a).toEqual({ length: "5" })
})

test("a name as long as a body is left out", () => {
  expect(valuesOf([`a${"[b]".repeat(300_000)}`, "x"], ["c", "y"])).toEqual({ c: "y" })
})

test("any name is handled without an error", () => {
  const step = fc.constantFrom("a", "0", "1", "length", "__proto__", "toString", "", ".", "[", "]", "[]", "[0]", "[a]")
  const name = fc.array(step, { maxLength: 8 }).map((steps) => steps.join(""))
  fc.assert(
    fc.property(fc.array(fc.tuple(name, fc.string()), { maxLength: 12 }), (fields) => {
      JSON.stringify(valuesOf(...fields))
    }),
  )
})
