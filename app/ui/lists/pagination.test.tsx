import { expect, test } from "vitest"
import { markupOf } from "~/testing/pages/markup"
import { Pagination, pageWindow } from "./pagination"

const href = (page: number) => `/products?page=${page}`

test("up to five pages are shown around the current one", () => {
  expect(pageWindow(1, 3)).toEqual([1, 2, 3])
  expect(pageWindow(1, 9)).toEqual([1, 2, 3, 4, 5])
  expect(pageWindow(5, 9)).toEqual([3, 4, 5, 6, 7])
  expect(pageWindow(9, 9)).toEqual([5, 6, 7, 8, 9])
})

test("a single page has no pagination", () => {
  expect(markupOf(<Pagination page={1} pages={1} href={href} />)).toBe("")
})

test("1st, Prev, Next and Last link to their pages", () => {
  const markup = markupOf(<Pagination page={4} pages={9} href={href} />)
  expect(
    [...markup.matchAll(/page=(\d)"[^>]*>(1st|Prev|Next|Last)</g)].map(([, page, label]) => [label, page]),
  ).toEqual([
    ["1st", "1"],
    ["Prev", "3"],
    ["Next", "5"],
    ["Last", "9"],
  ])
})

test("the first page has no links back", () => {
  const markup = markupOf(<Pagination page={1} pages={9} href={href} />)
  expect(markup).toContain('<span class="pagination-end" aria-disabled="true">1st</span>')
  expect(markup).toContain('<span class="pagination-end" aria-disabled="true">Prev</span>')
})

test("without space for numbers it shows the page and their number", () => {
  expect(markupOf(<Pagination page={3} pages={5} href={href} />)).toMatch(/pagination-place">Page .*3.* of .*5/)
})

test("from a page past the end, Prev links to the last one", () => {
  expect(markupOf(<Pagination page={40} pages={9} href={href} />)).toMatch(/page=9"[^>]*>Prev</)
})
