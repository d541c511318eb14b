import { describe, expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { ChoiceList } from "./choice-list"

test("a choice's count is formatted like every other number", () => {
  const options = [{ value: "Gaming", label: "Gaming", count: 10_058 }]
  expect(markupOf(<ChoiceList legend="Category" name="category" options={options} />)).toContain(">10,058<")
})

describe("of more values than are shown at first", () => {
  const list = (count: number, chosen?: number) => {
    const options = [...Array(count).keys()].map((n) => ({
      value: `v${n}`,
      label: `Value ${n}`,
      checked: n === chosen,
    }))
    const markup = markupOf(<ChoiceList legend="Size" name="option" multiple atFirst={8} options={options} />)
    const [first = "", rest] = markup.split("<details")
    const boxes = (html = "") => html.match(/type="checkbox"/g)?.length ?? 0
    return { first: boxes(first), rest: boxes(rest), open: rest?.startsWith(" open"), others: rest }
  }

  test("eight are visible, and the others are behind a native disclosure", () => {
    expect(list(8)).toMatchObject({ first: 8, rest: 0 })
    expect(list(8).others).toBeUndefined()
    expect(list(9)).toMatchObject({ first: 8, rest: 1, open: false })
    expect(list(30, 7)).toMatchObject({ first: 8, rest: 22, open: false })
    expect(list(9).others).toContain("<summary>Show all</summary>")
  })

  test("a chosen one is never hidden", () => {
    expect(list(9, 8).open).toBe(true)
    expect(list(30, 29).open).toBe(true)
  })
})
