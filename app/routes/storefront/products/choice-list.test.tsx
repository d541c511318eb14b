import { expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { ChoiceList } from "./choice-list"

test("a choice's count is written like every other number", () => {
  const options = [{ value: "Gaming", label: "Gaming", count: 10_058 }]
  expect(markupOf(<ChoiceList legend="Category" name="category" options={options} />)).toContain(">10,058<")
})
