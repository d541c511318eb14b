import { describe, expect, test } from "vitest"
import euRates from "~/domain/taxes/eu-rates.json"
import { rulesAt } from "./local-rules"
import type { Place } from "./places"
import { defaultRules, PERCENT, type PricingRules, type TaxRate } from "./rules"

const rate = (percent: number, place: Partial<Place>, more: Partial<TaxRate> = {}): TaxRate => ({
  ...{ name: "VAT", rate: percent * PERCENT, taxClass: "standard", from: null, onShipping: true },
  place: { country: "", state: "", postcode: "", ...place },
  ...more,
})

/** A table of EU rates, with a class that has the reduced rate of Portugal */
const rates = [...euRates.rates.map((one) => ({ ...one, postcode: "" })), ...euRates.places].flatMap(
  ({ country, postcode, standard, reduced: [reduced] }) => [
    rate(Number(standard), { country, postcode }),
    ...(reduced ? [rate(Number(reduced), { country, postcode }, { taxClass: "reduced" })] : []),
  ],
)

const shop = (more: TaxRate[] = [], taxes: Partial<PricingRules["taxes"]> = {}): PricingRules => ({
  ...defaultRules,
  taxes: { included: true, shipping: "like-goods", classes: [], rates: [...rates, ...more], ...taxes },
})

function taxed(rules: PricingRules, country: string, pinCode = "", state = "", taxClass = "standard") {
  const local = rulesAt(rules, { country, state, pinCode }, "2026-11-28")
  return local.taxes.ratesOf(taxClass).map(({ rate }) => rate / PERCENT)
}

describe("the EU's VAT area (Directive 2006/112/EC, articles 5 to 7)", () => {
  const places: [
    name: string,
    country: string,
    pinCode: string,
    state: string,
    standard: number[],
    reduced: number[],
  ][] = [
    ["Madrid", "ES", "28013", "MD", [21], [10]],
    ["Las Palmas", "ES", "35001", "CN", [], []],
    ["Tenerife without its state", "ES", "38001", "", [], []],
    ["the Canaries without a post code", "ES", "", "CN", [], []],
    ["Ceuta", "ES", "51001", "CE", [], []],
    ["Melilla", "ES", "52001", "ML", [], []],
    ["Mallorca", "ES", "07001", "PM", [21], [10]],
    ["Hamburg", "DE", "20095", "HH", [19], [7]],
    ["Heligoland", "DE", "27498", "SH", [], []],
    ["Heligoland with its letter", "DE", "D-27498", "SH", [], []],
    ["Büsingen", "DE", "78266", "BW", [], []],
    ["next to Büsingen", "DE", "78262", "BW", [19], [7]],
    ["Livigno", "IT", "23041", "25", [], []],
    ["Bormio", "IT", "23032", "25", [22], [10]],
    ["Campione d'Italia", "IT", "22061", "25", [], []],
    ["Helsinki", "FI", "00100", "18", [25.5], [13.5]],
    ["Mariehamn", "FI", "22100", "01", [], []],
    ["Mariehamn with its letters", "FI", "AX-22100", "", [], []],
    ["Åland under its own code", "AX", "22100", "", [], []],
    ["Athens", "GR", "105 57", "I", [24], [13]],
    ["Mount Athos", "GR", "630 86", "69", [], []],
    ["Paris", "FR", "75001", "75C", [20], [5.5]],
    ["Réunion", "FR", "97400", "974", [], []],
    ["Saint-Martin", "FR", "97150", "MF", [], []],
    ["Nouméa", "FR", "98800", "", [], []],
    ["Guadeloupe under its own code", "GP", "97100", "", [], []],
    ["Monaco under France", "FR", "98000", "", [20], [5.5]],
    ["Monaco", "MC", "98000", "", [20], [5.5]],
    ["Lisbon", "PT", "1000-001", "11", [23], [6]],
    ["Funchal", "PT", "9000-100", "30", [22], [4]],
    ["Funchal in another spelling", "PT", "９０００100", "", [22], [4]],
    ["Ponta Delgada", "PT", "9500-150", "20", [16], [4]],
    ["Vienna", "AT", "1010", "9", [20], [10]],
    ["Mittelberg", "AT", "6993", "8", [19], [10]],
    ["Jungholz", "AT", "6691", "7", [19], [10]],
    ["Copenhagen", "DK", "1050", "84", [25], [25]],
    ["Nuuk", "DK", "3900", "", [], []],
    ["Tórshavn", "DK", "FO-100", "", [], []],
    ["Amsterdam", "NL", "1012 AB", "NH", [21], [9]],
    ["Bonaire", "NL", "", "BQ1", [], []],
    ["Belfast", "GB", "BT1 1AA", "BFS", [20], [5]],
    ["Birmingham", "GB", "B1 1AA", "BIR", [], []],
    ["Douglas, as in Great Britain", "IM", "IM1 1AA", "", [], []],
    ["the British bases in Cyprus", "CY", "5501", "", [19], [5]],
    ["San Marino", "SM", "47890", "", [], []],
    ["Vaduz", "LI", "9490", "", [], []],
    ["Andorra", "AD", "AD500", "", [], []],
  ]

  test.each(places)("has the right rates in %s", (_, country, pinCode, state, standard, reduced) => {
    expect(taxed(shop(), country, pinCode, state)).toEqual(standard)
    expect(taxed(shop(), country, pinCode, state, "reduced")).toEqual(reduced)
  })

  test("cannot be avoided by naming another state than the post code's", () => {
    expect(taxed(shop(), "ES", "28013", "CN")).toEqual([21])
    expect(taxed(shop(), "FR", "75001", "974")).toEqual([20])
    expect(taxed(shop(), "PT", "1000-001", "20")).toEqual([23])
    expect(taxed(shop(), "NL", "1012 AB", "BQ1")).toEqual([21])
  })
})

test("a custom tax class follows the rates of its state", () => {
  const own = [rate(13, { country: "PT" }, { taxClass: "wine" }), rate(4, { country: "ES" }, { taxClass: "wine" })]
  expect(taxed(shop(own), "PT", "9000-100", "", "wine")).toEqual([12])
  expect(taxed(shop(own), "PT", "9500-150", "", "wine")).toEqual([9])
  expect(taxed(shop(own), "ES", "35001", "", "wine")).toEqual([])
})

test("a rate that names the place applies, and so does one for the whole world", () => {
  const igic = rate(7, { country: "ES", state: "CN" }, { name: "IGIC" })
  expect(taxed(shop([igic]), "ES", "35001", "CN")).toEqual([7])
  expect(taxed(shop([rate(21, { country: "ES", postcode: "35*" })]), "ES", "35001", "CN")).toEqual([21])
  expect(taxed(shop([rate(3, { country: "MC" })]), "MC")).toEqual([3])
  expect(taxed(shop([rate(1, {}, { name: "Levy" })]), "ES", "35001")).toEqual([1])
  expect(taxed(shop([rate(20, { country: "GB" })]), "IM", "IM1 1AA")).toEqual([20])
})

test("an owner can charge the state's rates everywhere in it", () => {
  const everywhere = shop([], { ignoresTerritories: true })
  expect(taxed(everywhere, "ES", "35001")).toEqual([21])
  expect(taxed(everywhere, "PT", "9000-100")).toEqual([23])
  expect(taxed(everywhere, "MC")).toEqual([])
})
