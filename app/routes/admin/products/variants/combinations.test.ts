import { expect, test } from "vitest"
import { combinationsFrom, countCombinations } from "./combinations"

const values = (...slugs: string[]) => ({ values: slugs.map((slug) => ({ name: slug.toUpperCase(), slug })) })
const options = [values("s", "m", "l"), values("red", "blue")]

test("every combination is created once, in the order of the options", () => {
  expect(countCombinations(options)).toBe(6)
  expect(combinationsFrom(options, 0, 100).map(String)).toEqual([
    "s,red",
    "s,blue",
    "m,red",
    "m,blue",
    "l,red",
    "l,blue",
  ])
})

test("a part equals the same range of the whole, and a part beyond the end is empty", () => {
  expect(combinationsFrom(options, 3, 2)).toEqual(combinationsFrom(options, 0, 100).slice(3, 5))
  expect(combinationsFrom(options, 6, 50)).toEqual([])
})

test("only one part of the largest possible number of combinations is created", () => {
  const many = values(...Array.from({ length: 60 }, (_, index) => String(index)))
  expect(countCombinations([many, many, many])).toBe(216_000)
  expect(combinationsFrom([many, many, many], 215_999, 50)).toEqual([["59", "59", "59"]])
})

test("a product without options has one combination, without values", () => {
  expect(combinationsFrom([], 0, 50)).toEqual([[]])
})
