import { resolve } from "node:path"
import { analyse } from "scslre"
import { expect, test } from "vitest"
import { z } from "zod"
import { findBuiltExpressions, findExpressions } from "~/testing/hostile/regular-expressions.server"

const root = resolve(import.meta.dirname, "..")
const expressions = findExpressions(root)

/** Returns the parts that can make an expression slower than linear. */
function superlinear({ source, flags }: { source: string; flags: string }): string[] {
  const { reports } = analyse({ source, flags }, { reportTypes: { Move: true, Self: true, Trade: true } })
  return reports.map(({ type, exponential }) => `${type} ${exponential ? "exponential" : "polynomial"}`)
}

test("every regular expression of the shop takes linear time", () => {
  expect(expressions.length).toBeGreaterThan(100)
  const slow = expressions.map((one) => ({ ...one, slow: superlinear(one) })).filter(({ slow }) => slow.length > 0)
  expect(slow).toEqual([])
})

test("the check detects known bad expressions", () => {
  for (const bad of [/^(a+)+$/, /\s+$/, /^\s*\d*\s*%?\s*$/, /(\S*-\S*)/, /^([\w.]+)+@/]) {
    expect(superlinear(bad), String(bad)).not.toEqual([])
  }
})

test("none is built at run time, where it could not be checked", () => {
  expect(findBuiltExpressions(root)).toEqual([])
})

test("the expression for email addresses is no exception", () => {
  expect(superlinear(z.regexes.email)).toEqual([])
})
