import { readFileSync } from "node:fs"
import { renderToStaticMarkup } from "react-dom/server"
import { expect, test } from "vitest"
import { parseHtml, textIn } from "~/testing/markup/html-tree"
import { Stars, toHalfStars } from "./stars"

test("a rating is drawn to the nearest half star", () => {
  expect([0, 0.24, 0.25, 3.74, 3.75, 4.9, 5].map(toHalfStars)).toEqual([0, 0, 0.5, 3.5, 4, 5, 5])
})

test("a rating outside the scale is clamped", () => {
  expect([-1, 7].map(toHalfStars)).toEqual([0, 5])
})

test("every rating is drawn in the icon file, which stars refer to", () => {
  const icons = readFileSync("public/icons.svg", "utf8")
  for (let stars = 0; stars <= 5; stars += 0.5) {
    const [, name] = /href="\/icons\.svg#([^"]+)"/.exec(renderToStaticMarkup(<Stars rating={stars} />)) ?? []
    expect(icons).toContain(`<symbol id="${name}" `)
  }
})

test("stars have a text alternative", () => {
  const markup = renderToStaticMarkup(<Stars rating={4.4} count={12} />)
  expect(markup).toContain("Rated 4.5 out of 5 stars")
  expect(textIn(parseHtml(markup))).toContain("12 reviews")
})

test("a product without reviews does not look badly rated", () => {
  expect(renderToStaticMarkup(<Stars rating={0} count={0} />)).toContain("Not rated yet")
})
