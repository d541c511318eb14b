import { expect, test } from "vitest"
import { fieldOrder, inFieldOrder } from "./field-order"

const Field = (_: { of: { name: string } }) => null

const Row = (_: { of: Record<string, { name: string }> }) => null
Row.fields = ["price", "sku"]

test("fields are found in the order of the page, however deeply nested", () => {
  const form = [
    <Field key="1" of={{ name: "address" }} />,
    <div key="2">
      <p>Not a field</p>
      <Field of={{ name: "suburb" }} />
      {false}
    </div>,
    <Field key="3" of={{ name: "kept" }} />,
  ]
  expect(fieldOrder(form)).toEqual(["address", "suburb", "kept"])
})

test("a component of several fields lists them in their order", () => {
  const rows = [0, 1].map((row) => (
    <Row key={row} of={{ sku: { name: `rows[${row}].sku` }, price: { name: `rows[${row}].price` } }} />
  ))
  expect(fieldOrder(rows)).toEqual(["rows[0].price", "rows[0].sku", "rows[1].price", "rows[1].sku"])
})

test("errors have that order: those of the whole form first, those of unknown fields last", () => {
  const names = ["unknown", "kept[1].alt", "suburb", "", "address"]
  const sorted = inFieldOrder(
    names.map((name) => [name, 0]),
    ["address", "suburb", "kept"],
  )
  expect(sorted.map(([name]) => name)).toEqual(["", "address", "suburb", "kept[1].alt", "unknown"])
})
