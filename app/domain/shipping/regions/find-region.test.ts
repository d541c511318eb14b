import { describe, expect, test } from "vitest"
import { listCountries, statesOf } from "../countries.server"
import { findCountry, findState } from "./find-region.server"
import { stateOfPostcode } from "./state-of-postcode.server"

describe("the list of regions", () => {
  test("has the military states of the USPS (Publication 28, section 225)", () => {
    const names = ["AA", "AE", "AP"].map((code) => findState("US", code)?.name)
    expect(names).toEqual(["Armed Forces Americas", "Armed Forces Europe", "Armed Forces Pacific"])
  })

  test("distinguishes cities and counties of Taiwan, as ISO 3166-2:TW does", () => {
    const of = (code: string) => statesOf("TW").find((state) => state.code === code)?.name
    expect(["CYI", "CYQ", "HSZ", "HSQ"].map(of)).toEqual([
      "Chiayi City",
      "Chiayi County",
      "Hsinchu City",
      "Hsinchu County",
    ])
  })

  test("has no name or code of a country twice", () => {
    for (const { code, name } of listCountries()) {
      for (const part of ["code", "name"] as const) {
        const words = statesOf(code).map((state) => state[part].toLowerCase())
        const twice = words.filter((word, at) => words.indexOf(word) !== at)
        expect([name, twice]).toEqual([name, []])
      }
    }
  })

  test("has regions that country-state-city 3.2.1 lacks, by ISO 3166-2", () => {
    const places: [string, string][] = [
      ["GR", "Thessaly"],
      ["GR", "North Aegean"],
      ["GB", "Isle of Anglesey"],
      ["GB", "Luton"],
      ["SE", "Jämtland County"],
      ["MN", "Ulaanbaatar"],
      ["NP", "Bagmati"],
      ["HK", "Tai Po District"],
      ["HR", "Varaždin County"],
      ["NO", "Vestland"],
      ["BW", "Gaborone"],
      ["TJ", "Dushanbe"],
      ["PY", "Asunción"],
    ]
    const missing = places.filter(([country, name]) => !statesOf(country).some((state) => state.name === name))
    expect(missing).toEqual([])
    expect(statesOf("KH").some(({ name }) => name === "Tai Po District")).toBe(false)
  })
})

describe("a country", () => {
  test.each([
    ["US", "us", " United States ", "U.S.A.", "USA", "United States of America", "UNITED  STATES"],
    ["GB", "UK", "Great Britain", "England", "GBR", "united kingdom"],
    ["DE", "Deutschland", "GERMANY", "DEU", "ＤＥ"],
    ["CI", "Côte d’Ivoire", "Cote d'Ivoire", "Ivory Coast"],
    ["CZ", "Czechia", "Czech Republic", "Česko"],
    ["SZ", "Eswatini", "Swaziland"],
    ["MK", "North Macedonia", "Macedonia"],
    ["MM", "Burma", "Myanmar"],
    ["TR", "Türkiye", "Turkey"],
    ["BS", "Bahamas", "The Bahamas", "Bahamas The"],
    ["KN", "St. Kitts & Nevis", "Saint Kitts and Nevis"],
    ["ES", "España", "Spain"],
  ])("is %s by each of its names", (code, ...words) => {
    for (const word of words) expect([word, findCountry(word)?.code]).toEqual([word, code])
  })

  test("is not found by any other word", () => {
    expect(["", " ", "Freedonia", "XX", "United", "constructor", "__proto__"].map(findCountry)).toEqual(
      Array(7).fill(undefined),
    )
  })

  test("is found by its code and name, for every country", () => {
    for (const { code, name } of listCountries()) {
      expect([code, findCountry(code)?.code, findCountry(name)?.code]).toEqual([code, code, code])
    }
  })
})

describe("a state", () => {
  test.each([
    [
      "US",
      "OH",
      "Ohio",
      "oh",
      " OHIO ",
      "US-OH",
      "Ohio, U.S.A.",
      "Ohio (OH)",
      "State of Ohio",
      "Ohio, United States",
      "Óhio",
    ],
    ["US", "DC", "Washington DC", "Washington, D.C.", "District of Columbia"],
    ["US", "WA", "Washington", "Washington State"],
    ["CA", "QC", "Québec", "Quebec", "PQ"],
    ["CA", "NL", "Newfoundland"],
    ["IN", "OR", "Orissa", "Odisha"],
    ["MX", "CDMX", "DF", "Distrito Federal", "Ciudad de Mexico"],
    ["TW", "CYI", "Chiayi City"],
    ["TW", "CYQ", "Chiayi County"],
    ["JP", "13", "Tokyo", "JP-13", "Tōkyō"],
    ["PT", "20", "Azores", "Açores", "acores"],
    ["ES", "AN", "Sevilla", "Andalusia"],
    ["FR", "BFC", "Burgundy"],
  ])("of %s is %s by each of its names", (country, code, ...words) => {
    for (const word of words) expect([word, findState(country, word)?.code]).toEqual([word, code])
  })

  test("is not found by another state's name, two names, or a post code", () => {
    const words = ["", "Ontario", "Ohio, Oregon", "10*", "43215", "constructor", "U.S.A."]
    expect(words.map((word) => findState("US", word))).toEqual(words.map(() => undefined))
    expect(findState("JP", "10*")).toBeUndefined()
    expect(findState("XX", "Ohio")).toBeUndefined()
  })

  test("is found by its code and name, for every state", () => {
    for (const { code: country } of listCountries()) {
      for (const { code, name } of statesOf(country)) {
        expect([country, code, findState(country, code)?.code]).toEqual([country, code, code])
        expect([country, name, findState(country, name)?.code]).toEqual([country, name, code])
      }
    }
  })
})

test("a post code gives its state where the country's post codes allow that", () => {
  const known: [country: string, code: string, state: string][] = [
    ["US", "43215", "OH"],
    ["US", "43004-1234", "OH"],
    ["US", "OH ４３２１５", "OH"],
    ["US", "97201", "OR"],
    ["US", "00501", "NY"],
    ["US", "09012", "AE"],
    ["US", "34002", "AA"],
    ["US", "96201", "AP"],
    ["US", "20500", "DC"],
    ["US", "00901", "PR"],
    ["CA", "k1a0b1", "ON"],
    ["CA", "H2Y 1C6", "QC"],
    ["CA", "X0A 0H0", "NU"],
    ["CA", "X1A 1A1", "NT"],
    ["AU", "2600", "ACT"],
    ["AU", "2000", "NSW"],
    ["AU", "0800", "NT"],
    ["BR", "01001-000", "SP"],
    ["MX", "06000", "CDMX"],
    ["ES", "35001", "CN"],
  ]
  for (const [country, code, state] of known) expect([code, stateOfPostcode(country, code)]).toEqual([code, state])
  const unknown: [country: string, code: string][] = [
    ["US", "4321"],
    ["US", "abc"],
    ["US", ""],
    ["US", "00000"],
    ["CA", "K1A"],
    ["DE", "10115"],
    ["XX", "1"],
  ]
  for (const [country, code] of unknown)
    expect([country, code, stateOfPostcode(country, code)]).toEqual([country, code, null])
})
