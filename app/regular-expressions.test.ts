import { resolve } from "node:path"
import { analyse } from "scslre"
import { expect, test } from "vitest"
import { z } from "zod"
import { findBuiltExpressions, findExpressions } from "~/testing/hostile/regular-expressions.server"

const root = resolve(import.meta.dirname, "..")
const expressions = findExpressions(root)

/** How a text can make an expression slower than its length: nothing, or the places that do it. */
function superlinear({ source, flags }: { source: string; flags: string }): string[] {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
  return reports.map(({ type, exponential }) => `${type} ${exponential ? "exponential" : "polynomial"}`)
}

test("no text can make a regular expression of the shop take longer than its length", () => {
  expect(expressions.length).toBeGreaterThan(100)
  const slow = expressions.map((one) => ({ ...one, slow: superlinear(one) })).filter(({ slow }) => slow.length > 0)
  expect(slow).toEqual([])
})

test("what judges them knows the bad ones", () => {
  for (const bad of [/^(a+)+$/, /\s+$/, /^\s*\d*\s*%?\s*$/, /(\S*-\S*)/, /^([\w.]+)+@/]) {
    expect(superlinear(bad), String(bad)).not.toEqual([])
  }
})

test("none is put together while the shop runs, where nobody could judge it", () => {
  expect(findBuiltExpressions(root)).toEqual([])
})

test("the expression that judges email addresses is no exception", () => {
  expect(superlinear(z.regexes.email)).toEqual([])
})
