import { describe, expect, test } from "vitest"
import { editDistance, findCorrections, findMisspeltBeginnings } from "./spelling"

describe("a typing mistake is", () => {
  test.each([
    ["a letter dropped", "lmp", "lamp"],
    ["a letter doubled", "lammp", "lamp"],
    ["two neighbours swapped", "lmap", "lamp"],
    ["a letter replaced", "lemp", "lamp"],
  ])("%s", (_, typed, meant) => {
    expect(editDistance(typed, meant)).toBe(1)
    expect(editDistance(meant, typed)).toBe(1)
  })

  test("counts nothing between equal words, and one for each letter between different ones", () => {
    expect(editDistance("lamp", "lamp")).toBe(0)
    expect(editDistance("", "lamp")).toBe(4)
    expect(editDistance("kitten", "sitting")).toBe(3)
  })
})

test.each([
  ["haed", ["headphones"]],
  ["hedph", ["headphones"]],
  ["heaph", ["headphones"]],
  ["hoover", []],
])("the prefix %s may mean %j", (typed, meant) => {
  const candidates = ["headphones", "harbour", "herringbone"].map((word) => ({ word, stem: word, weight: 1 }))
  expect(findMisspeltBeginnings(typed, candidates).map(({ word }) => word)).toEqual(meant)
})

describe("a correction", () => {
  const word = (text: string, weight = 1) => ({ word: text, stem: text, weight })
  const meant = (typed: string, ...candidates: ReturnType<typeof word>[]) =>
    findCorrections(typed, candidates).map((candidate) => candidate.word)

  test("is the most common of the equally near words", () => {
    expect(meant("lmp", word("limp", 2), word("lamp", 30))).toEqual(["lamp", "limp"])
  })

  test("prefers the same first letter", () => {
    expect(meant("bood", word("wood", 900), word("book", 3))).toEqual(["book", "wood"])
  })

  test("is one mistake away, and two in a long word only if nothing is nearer", () => {
    expect(meant("lamb", word("desk"), word("limbo"))).toEqual([])
    expect(meant("headphnoess", word("headphones"))).toEqual(["headphones"])
    expect(meant("headphons", word("headphone"), word("headphones"), word("earphones"))).toEqual([
      "headphone",
      "headphones",
    ])
  })

  test("is never the word itself", () => {
    expect(meant("lamp", word("lamp"))).toEqual([])
  })
})
