import { describe, expect, test } from "vitest"
import { buildQuery, completionQuery, singleTerms, suggestKeyword, symbolQuery } from "./search-query"
import type { SearchToken } from "./search-token"

const known = (word: string, more: Partial<SearchToken> = {}): SearchToken => {
  return {
    word,
    repeated: null,
    stem: word,
    nameStem: word,
    isKnown: true,
    hasPrefix: true,
    prefixStems: [],
    similarWords: [],
    splits: [],
    compound: null,
    ...more,
  }
}
const unknown = (word: string, more: Partial<SearchToken> = {}) =>
  known(word, { isKnown: false, hasPrefix: false, ...more })
const common = (word: string) => known(word, { stem: null, isKnown: false, hasPrefix: false })
const candidate = (word: string) => ({ word, stem: word, weight: 1 })
const strictly = (...typed: SearchToken[]) => buildQuery(typed, { relaxed: false })

describe("a keyword is searched for", () => {
  test("as typed, each word also as a prefix", () => {
    expect(strictly(known("oak"), known("lamp"))).toEqual({
      literal: null,
      exact: "'oak' & 'lamp'",
      prefix: "'oak':* & 'lamp':*",
      tolerant: "'oak':* & 'lamp':*",
      names: null,
      corrected: null,
      words: "oak lamp",
    })
  })

  test("by its symbols if it has no words", () => {
    expect(symbolQuery(["%", "'", "\\"])?.tolerant).toBe("'%' & '''' & '\\\\'")
    expect(symbolQuery([])).toBeNull()
  })

  test("and counted by its words in the catalogue, each once, or not at all", () => {
    expect(strictly(common("the"), known("oak"), known("oak"), known("lamp"))?.words).toBe("oak lamp")
    expect(strictly(known("oak"), unknown("evil"))?.words).toBeNull()
    expect(strictly(known("oak"), unknown("la", { hasPrefix: true }))?.words).toBeNull()
    expect(strictly(common("the"))?.words).toBeNull()
    expect(symbolQuery(["%"])?.words).toBeNull()
  })

  test("without common words, unless it has no others", () => {
    expect(strictly(common("the"), known("lamp"))?.tolerant).toBe("'lamp':*")
    expect(strictly(common("the"))?.tolerant).toBe("'the':*")
    expect(strictly(common("s"))?.tolerant).toBe("'s':*")
  })

  test("as one of the words with this prefix, if they are few", () => {
    const lamp = known("lamp", { prefixStems: ["lamp", "lampshad"] })
    expect(strictly(lamp)).toMatchObject({ exact: "'lamp'", prefix: "('lamp' | 'lampshad')" })
    expect(strictly(known("oak", { prefixStems: ["oak"] }), lamp)?.tolerant).toBe("'oak' & ('lamp' | 'lampshad')")
  })

  test("with a single letter only as that letter, but a last one that is no word in the catalogue is a prefix", () => {
    expect(strictly(known("k"), known("lamp"))?.tolerant).toBe("'k' & 'lamp':*")
    expect(strictly(known("lamp"), known("k"))?.tolerant).toBe("'lamp':* & 'k'")
    const tolerant = "'lamp':* & 'k':*"
    expect(buildQuery([known("lamp"), known("k")], { relaxed: true })).toMatchObject({ tolerant, names: null })
    expect(strictly(known("lamp"), unknown("k", { hasPrefix: true }))).toMatchObject({ tolerant, names: "'k':*" })
    expect(strictly(known("k"))).toMatchObject({ exact: "'k'", prefix: "'k':*", tolerant: "'k':*", names: "'k':*" })
    expect(strictly(common("s"))).toMatchObject({ prefix: "'s':*", names: "'s':*" })
    expect(strictly(known("women"), common("s"))).toMatchObject({ tolerant: "'women':*", names: null })
    expect(strictly(known("茶", { repeated: "" }))).toMatchObject({ tolerant: "'茶'", names: null })
  })

  test("with its likely corrections if the catalogue does not have it", () => {
    expect(strictly(unknown("lmp", { similarWords: [candidate("lamp")] }), known("oak"))).toEqual({
      literal: null,
      exact: null,
      prefix: null,
      tolerant: "('lmp':* | 'lamp') & 'oak':*",
      names: null,
      corrected: "lamp oak",
      words: null,
    })
  })

  test("split in two, or joined with the next word, if that gives words of the catalogue", () => {
    const desklamp = unknown("desklamp", { splits: [[candidate("desk"), candidate("lamp")]] })
    expect(strictly(desklamp)).toMatchObject({ tolerant: "('desklamp':* | ('desk' & 'lamp'))", corrected: "desk lamp" })
    const head = known("head", { compound: candidate("headphones") })
    expect(strictly(head, unknown("phones"))).toMatchObject({
      tolerant: "(('head':* & 'phones':*) | 'headphones')",
      names: null,
      corrected: "headphones",
    })
  })

  test("without a common word that was mistyped", () => {
    const with_ = { word: "with", stem: null, weight: 1 }
    expect(strictly(known("lamp"), unknown("wiht", { similarWords: [with_] }))?.tolerant).toBe("'lamp':*")
  })

  test("with corrections of every word only on request", () => {
    const boat = known("boat", { similarWords: [candidate("boot")] })
    expect(strictly(boat)?.tolerant).toBe("'boat':*")
    expect(buildQuery([boat], { relaxed: true })?.tolerant).toBe("('boat':* | 'boot')")
  })

  test("not at all if it has no words", () => {
    expect(strictly()).toBeNull()
  })
})

test("a better keyword has only words of the catalogue", () => {
  expect(suggestKeyword([known("oak"), unknown("xqzt"), unknown("lmp", { similarWords: [candidate("lamp")] })])).toBe(
    "oak lamp",
  )
  expect(suggestKeyword([unknown("xqzt")])).toBeNull()
})

test("the nearest products have any of the words", () => {
  expect(singleTerms([known("oak"), common("the"), unknown("lmp", { similarWords: [candidate("lamp")] })])).toEqual([
    "'oak'",
    "'lamp'",
  ])
})

test("a suggestion is a name with the earlier words and a completion of the last one", () => {
  const completions = [candidate("lamp"), candidate("lampshade")]
  expect(completionQuery([known("oak"), unknown("lam", { hasPrefix: true })], completions)).toBe(
    "'oak' & ('lamp' | 'lampshade')",
  )
  expect(completionQuery([unknown("lmp", { similarWords: [candidate("lamp")] })], [])).toBe("'lamp'")
  expect(completionQuery([unknown("xqzt")], [])).toBeNull()
})

test("a suggestion is also found by another form of its word, and by its word split in two", () => {
  expect(completionQuery([known("berry", { word: "berries" })], [])).toBe("'berry'")
  const tea = unknown("tea", { hasPrefix: true, compound: candidate("teapot") })
  expect(completionQuery([known("blue"), tea, unknown("pot")], [])).toBe("'blue' & 'teapot'")
  expect(completionQuery([known("rice", { compound: candidate("ricepot") }), known("pot")], [])).toBe(
    "(('rice' & 'pot') | 'ricepot')",
  )
})

test("a text without spaces is shown as one word again", () => {
  const read = [known("coffee"), known("陶瓷", { repeated: "" }), known("瓷杯", { repeated: "瓷" })]
  expect(strictly(...read)).toMatchObject({ exact: "'coffee' & '陶瓷' & '瓷杯'", words: "coffee 陶瓷杯" })
  expect(suggestKeyword(read)).toBe("coffee 陶瓷杯")
  const misspelt = unknown("cofee", { similarWords: [candidate("coffee")] })
  expect(strictly(misspelt, ...read.slice(1))?.corrected).toBe("coffee 陶瓷杯")
})
