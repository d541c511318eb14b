import { expect, test } from "vitest"
import type { ProductOption } from "~/domain/catalog/variants/variant"
import { OptionEdit, OptionLines, renameChoices, toOptionLines, withRename } from "./option-lines"

const options: ProductOption[] = [
  { name: "Size", values: [{ name: "S", slug: "s" }] },
  {
    name: "Colour",
    values: [
      { name: "Indigo", slug: "indigo" },
      { name: "Rust", slug: "rust" },
    ],
  },
]

test("lines describe the options, and are read back unchanged", () => {
  const lines = toOptionLines(options)
  expect(lines.map(({ values }) => values)).toEqual(["S", "Indigo\nRust", ""])
  const edit = OptionEdit.parse(OptionLines.parse({ options: lines, snapshot: "x" }))
  expect(edit.changes).toEqual([
    { name: "Size", was: 0, values: [{ name: "S" }] },
    { name: "Colour", was: 1, values: [{ name: "Indigo" }, { name: "Rust" }] },
  ])
})

test("empty lines and empty options are left out", () => {
  const edit = OptionEdit.parse({
    options: [
      { name: "", values: " \n" },
      { name: " Size ", values: "S\r\n\n  M  \n" },
    ],
  })
  expect(edit.changes).toEqual([{ name: "Size", values: [{ name: "S" }, { name: "M" }] }])
})

test.each([
  [{ name: "", values: "S" }, "options.1.name"],
  [{ name: "Size", values: "" }, "options.1.values"],
  [{ name: "Size", values: "x".repeat(61) }, "options.1.values"],
  [{ name: "Size", values: Array.from({ length: 61 }, (_, n) => n).join("\n") }, "options.1.values"],
  [{ name: "Size", values: "x".repeat(10_001) }, "options.1.values"],
])("%j is refused at the visible field", (option, field) => {
  const read = OptionEdit.safeParse({ options: [{ name: "", values: "" }, option] })
  expect(read.error?.issues.map(({ path }) => path.join(".").replace(/(values)\..*/, "$1"))).toContain(field)
})

test("a renamed value keeps its key, within its option", () => {
  expect(renameChoices(options).map(({ value }) => value)).toEqual(["0:s", "1:indigo", "1:rust"])
  const { changes } = OptionEdit.parse({ options: toOptionLines(options) })
  const renamed = withRename(changes, options, { value: "1:rust", name: "Copper" })
  expect(renamed[1]?.values).toEqual([{ name: "Indigo" }, { name: "Copper", slug: "rust" }])
  expect(renamed[0]).toEqual(changes[0])
  expect(withRename(changes, options, { value: "7:none", name: "Copper" })).toEqual(changes)
})
