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

describe("a keyword is looked for", () => {
  test("as it was typed, each word also as the beginning of others", () => {
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

  test("by its symbols when it has no words", () => {
    expect(symbolQuery(["%", "'", "\\"])?.tolerant).toBe("'%' & '''' & '\\\\'")
    expect(symbolQuery([])).toBeNull()
  })

  test("and counted by the words that the catalogue has, each once, or not at all", () => {
    expect(strictly(common("the"), known("oak"), known("oak"), known("lamp"))?.words).toBe("oak lamp")
    expect(strictly(known("oak"), unknown("evil"))?.words).toBeNull()
    expect(strictly(known("oak"), unknown("la", { hasPrefix: true }))?.words).toBeNull()
    expect(strictly(common("the"))?.words).toBeNull()
    expect(symbolQuery(["%"])?.words).toBeNull()
  })

  test("without its common words, unless it has no others", () => {
    expect(strictly(common("the"), known("lamp"))?.tolerant).toBe("'lamp':*")
    expect(strictly(common("the"))?.tolerant).toBe("'the':*")
    expect(strictly(common("s"))?.tolerant).toBe("'s':*")
  })

  test("as one of the words that begin like it, when they are few", () => {
    const lamp = known("lamp", { prefixStems: ["lamp", "lampshad"] })
    expect(strictly(lamp)).toMatchObject({ exact: "'lamp'", prefix: "('lamp' | 'lampshad')" })
    expect(strictly(known("oak", { prefixStems: ["oak"] }), lamp)?.tolerant).toBe("'oak' & ('lamp' | 'lampshad')")
  })

  test("with one letter only as that letter, but a last one that is no word of the catalogue begins one", () => {
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

  test("as what was probably meant when the catalogue does not have it", () => {
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

  test("cut in two, or joined with the next word, when that makes words of the catalogue", () => {
    const desklamp = unknown("desklamp", { splits: [[candidate("desk"), candidate("lamp")]] })
    expect(strictly(desklamp)).toMatchObject({ tolerant: "('desklamp':* | ('desk' & 'lamp'))", corrected: "desk lamp" })
    const head = known("head", { compound: candidate("headphones") })
    expect(strictly(head, unknown("phones"))).toMatchObject({
      tolerant: "(('head':* & 'phones':*) | 'headphones')",
      names: null,
      corrected: "headphones",
    })
  })

  test("as meaning nothing where a common word was mistyped", () => {
    const with_ = { word: "with", stem: null, weight: 1 }
    expect(strictly(known("lamp"), unknown("wiht", { similarWords: [with_] }))?.tolerant).toBe("'lamp':*")
  })

  test("with every word in doubt only when it is asked to", () => {
    const boat = known("boat", { similarWords: [candidate("boot")] })
    expect(strictly(boat)?.tolerant).toBe("'boat':*")
    expect(buildQuery([boat], { relaxed: true })?.tolerant).toBe("('boat':* | 'boot')")
  })

  test("not at all when it has no words", () => {
    expect(strictly()).toBeNull()
  })
})

test("a better keyword has only words that the catalogue has", () => {
  expect(suggestKeyword([known("oak"), unknown("xqzt"), unknown("lmp", { similarWords: [candidate("lamp")] })])).toBe(
    "oak lamp",
  )
  expect(suggestKeyword([unknown("xqzt")])).toBeNull()
})

test("what comes nearest has any of the words", () => {
  expect(singleTerms([known("oak"), common("the"), unknown("lmp", { similarWords: [candidate("lamp")] })])).toEqual([
    "'oak'",
    "'lamp'",
  ])
})

test("a suggestion is a name with the words before and a completion of the last", () => {
  const completions = [candidate("lamp"), candidate("lampshade")]
  expect(completionQuery([known("oak"), unknown("lam", { hasPrefix: true })], completions)).toBe(
    "'oak' & ('lamp' | 'lampshade')",
  )
  expect(completionQuery([unknown("lmp", { similarWords: [candidate("lamp")] })], [])).toBe("'lamp'")
  expect(completionQuery([unknown("xqzt")], [])).toBeNull()
})

test("a suggestion is also found by another form of its word, and by its word in two", () => {
  expect(completionQuery([known("berry", { word: "berries" })], [])).toBe("'berry'")
  const tea = unknown("tea", { hasPrefix: true, compound: candidate("teapot") })
  expect(completionQuery([known("blue"), tea, unknown("pot")], [])).toBe("'blue' & 'teapot'")
  expect(completionQuery([known("rice", { compound: candidate("ricepot") }), known("pot")], [])).toBe(
    "(('rice' & 'pot') | 'ricepot')",
  )
})

test("a text without spaces is one word again where it is shown", () => {
  const read = [known("coffee"), known("陶瓷", { repeated: "" }), known("瓷杯", { repeated: "瓷" })]
  expect(strictly(...read)).toMatchObject({ exact: "'coffee' & '陶瓷' & '瓷杯'", words: "coffee 陶瓷杯" })
  expect(suggestKeyword(read)).toBe("coffee 陶瓷杯")
  const misspelt = unknown("cofee", { similarWords: [candidate("coffee")] })
  expect(strictly(misspelt, ...read.slice(1))?.corrected).toBe("coffee 陶瓷杯")
})
