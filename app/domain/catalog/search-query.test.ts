import { describe, expect, test } from "vitest"
import { betterKeyword, buildQuery, completionQuery, singleTerms } from "./search-query"
import type { TypedWord } from "./typed-word"

const known = (word: string, more: Partial<TypedWord> = {}): TypedWord => {
  return {
    word,
    stem: word,
    name_stem: word,
    known: true,
    begins: true,
    begun: [],
    alike: [],
    halves: [],
    joined: null,
    ...more,
  }
}
const unknown = (word: string, more: Partial<TypedWord> = {}) => known(word, { known: false, begins: false, ...more })
const common = (word: string) => known(word, { stem: null, known: false, begins: false })
const candidate = (word: string) => ({ word, stem: word, weight: 1 })
const strictly = (...typed: TypedWord[]) => buildQuery(typed, { relaxed: false })

describe("a keyword is looked for", () => {
  test("as it was typed, each word also as the beginning of others", () => {
    expect(strictly(known("oak"), known("lamp"))).toEqual({
      literal: null,
      exact: "'oak' & 'lamp'",
      begins: "'oak':* & 'lamp':*",
      full: "'oak':* & 'lamp':*",
      corrected: null,
    })
  })

  test("without its common words, unless it has no others", () => {
    expect(strictly(common("the"), known("lamp"))?.full).toBe("'lamp':*")
    expect(strictly(common("the"))?.full).toBe("'the':*")
    expect(strictly(common("s"))?.full).toBe("'s'")
  })

  test("as one of the words that begin like it, when they are few", () => {
    const lamp = known("lamp", { begun: ["lamp", "lampshad"] })
    expect(strictly(lamp)).toMatchObject({ exact: "'lamp'", begins: "('lamp' | 'lampshad')" })
    expect(strictly(known("oak", { begun: ["oak"] }), lamp)?.full).toBe("'oak' & ('lamp' | 'lampshad')")
  })

  test("with one letter only as that letter", () => {
    expect(strictly(known("k"), known("lamp"))?.full).toBe("'k' & 'lamp':*")
  })

  test("as what was probably meant when the catalogue does not have it", () => {
    expect(strictly(unknown("lmp", { alike: [candidate("lamp")] }), known("oak"))).toEqual({
      literal: null,
      exact: null,
      begins: null,
      full: "('lmp':* | 'lamp') & 'oak':*",
      corrected: "lamp oak",
    })
  })

  test("cut in two, or joined with the next word, when that makes words of the catalogue", () => {
    const desklamp = unknown("desklamp", { halves: [[candidate("desk"), candidate("lamp")]] })
    expect(strictly(desklamp)).toMatchObject({ full: "('desklamp':* | ('desk' & 'lamp'))", corrected: "desk lamp" })
    const head = known("head", { joined: candidate("headphones") })
    expect(strictly(head, unknown("phones"))).toMatchObject({
      full: "(('head':* & 'phones':*) | 'headphones')",
      corrected: "headphones",
    })
  })

  test("as meaning nothing where a common word was mistyped", () => {
    const with_ = { word: "with", stem: null, weight: 1 }
    expect(strictly(known("lamp"), unknown("wiht", { alike: [with_] }))?.full).toBe("'lamp':*")
  })

  test("with every word in doubt only when it is asked to", () => {
    const boat = known("boat", { alike: [candidate("boot")] })
    expect(strictly(boat)?.full).toBe("'boat':*")
    expect(buildQuery([boat], { relaxed: true })?.full).toBe("('boat':* | 'boot')")
  })

  test("not at all when it has no words", () => {
    expect(strictly()).toBeNull()
  })
})

test("a better keyword has only words that the catalogue has", () => {
  expect(betterKeyword([known("oak"), unknown("xqzt"), unknown("lmp", { alike: [candidate("lamp")] })])).toBe(
    "oak lamp",
  )
  expect(betterKeyword([unknown("xqzt")])).toBeNull()
})

test("what comes nearest has any of the words", () => {
  expect(singleTerms([known("oak"), common("the"), unknown("lmp", { alike: [candidate("lamp")] })])).toEqual([
    "'oak'",
    "'lamp'",
  ])
})

test("a suggestion is a name with the words before and a completion of the last", () => {
  const completions = [candidate("lamp"), candidate("lampshade")]
  expect(completionQuery([known("oak"), unknown("lam", { begins: true })], completions)).toBe(
    "'oak' & ('lamp' | 'lampshade')",
  )
  expect(completionQuery([unknown("lmp", { alike: [candidate("lamp")] })], [])).toBe("'lamp'")
  expect(completionQuery([unknown("xqzt")], [])).toBeNull()
})
