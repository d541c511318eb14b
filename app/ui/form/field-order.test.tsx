import { expect, test } from "vitest"
import { fieldOrder, inFieldOrder } from "./field-order"

const Field = (_: { of: { name: string } }) => null

test("fields are found in the order of the page, however deep they stand", () => {
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

test("errors stand in that order: those of the whole form first, those of unknown fields last", () => {
  const names = ["unknown", "kept[1].alt", "suburb", "", "address"]
  const sorted = inFieldOrder(
    names.map((name) => [name, 0]),
    ["address", "suburb", "kept"],
  )
  expect(sorted.map(([name]) => name)).toEqual(["", "address", "suburb", "kept[1].alt", "unknown"])
})
