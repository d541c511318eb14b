import { describe, expect, test } from "vitest"
import { readRates } from "./rates-csv.server"
import { percentText } from "./tax-rate"

const HEADINGS = "Country code,State code,Postcode / ZIP,City,Rate %,Tax name,Priority,Compound,Shipping,Tax class"

const read = async (...lines: string[]) => {
  const { rates, problems, omitted } = await readRates([HEADINGS, ...lines].join("\n"), { classes: ["Books & Maps"] })
  expect(problems).toEqual([])
  const shown = rates.map(({ place: { country, state, postcode }, rate, name, taxClass, onShipping }) =>
    [country, state, postcode, percentText(rate), name, taxClass, onShipping ? "shipping" : ""]
      .filter(Boolean)
      .join(" "),
  )
  return { rates: shown, omitted }
}

describe("WooCommerce's file of rates", () => {
  test("is imported, one rate for each of its places", async () => {
    const { rates, omitted } = await read(
      "DE,,,,19.0000,MwSt.,1,0,1,",
      "DE,,,,7.0000,MwSt.,1,0,1,reduced-rate",
      "*,*,*,*,5,Duty,2,0,0,",
      "US,OH,43215; 432*;44100...44199,,1.75,County tax,3,0,0,",
      "ES,M,,,4,IVA,1,0,1,books--maps",
      "ES,M,,,4,IVA,1,0,1,books-&-maps",
    )
    expect(rates).toEqual([
      "DE 19 MwSt. standard shipping",
      "DE 7 MwSt. reduced shipping",
      "5 Duty standard",
      "US OH 43215 1.75 County tax standard",
      "US OH 432* 1.75 County tax standard",
      "US OH 44100-44199 1.75 County tax standard",
      "ES MD 4 IVA Books & Maps shipping",
    ])
    expect(omitted.map(({ line }) => line)).toEqual([6])
  })

  test.each([
    ["the heading of its settings page", HEADINGS.replace("Postcode / ZIP", "ZIP/Postcode")],
    [
      "translated headings, by their order",
      "Ländercode,Bundesland,PLZ,Stadt,Satz %,Name,Priorität,Zusammengesetzt,Versand,Klasse",
    ],
  ])("is recognized by %s", async (_, headings) => {
    const { rates, problems } = await readRates(`${headings}\nDE,,10115,,19.0000,MwSt.,1,0,1,\n`, { classes: [] })
    expect([rates.length, problems]).toEqual([1, []])
  })

  test("names lines for cities, unknown classes and places, and broken cells, and imports the others", async () => {
    const { rates, omitted } = await read(
      "US,AL,35004,MOODY,9,AL tax,1,0,0,",
      "DE,,,,190,MwSt.,1,0,1,",
      "XX,,,,19,MwSt.,1,0,1,",
      "US,ZZ,,,5,Sales tax,1,0,1,",
      "FR,,,,20,TVA,1,0,1,wine",
      "FR,,,,0,TVA,1,0,1,zero-rate",
      "FR,,7*5,,20,TVA,1,0,1,",
      "FR,,75000...9,,20,TVA,1,0,1,",
      "IT,,,,22,IVA,1,0,1,",
    )
    expect(rates).toEqual(["IT 22 IVA standard shipping"])
    expect(omitted.map(({ line, message }) => [line, message])).toEqual([
      [2, "It applies only to MOODY: the shop’s rates apply to post codes, not to cities"],
      [3, "“190” is not a rate: enter a percentage such as 19 or 8.875"],
      [4, "There is no country called “XX”"],
      [5, "United States has no state called “ZZ”"],
      [6, "There is no class “wine”: add it under Taxes, and import the file again"],
      [7, "It is not needed: products of the class zero are never taxed"],
      [8, "“7*5” is not a post code such as 10115, 10* or 1000...1999"],
      [9, "“75000...9” is not a post code such as 10115, 10* or 1000...1999"],
    ])
  })

  test("charges priorities together if their names differ, and names lines that the shop would combine otherwise", async () => {
    const canada = await read("CA,,,,5,GST,1,0,1,", "CA,BC,,,7,PST,2,0,1,")
    expect([canada.rates.length, canada.omitted]).toEqual([2, []])
    // The most exact of one priority and name applies in both.
    const exact = await read("US,CA,,,7.25,Tax,1,0,0,", "US,CA,90210,,9.5,Tax,1,0,0,")
    expect([exact.rates.length, exact.omitted]).toEqual([2, []])
    const either = await read(
      "US,CA,,,7.25,State tax,1,0,0,",
      "US,CA,902*,,9.5,Local tax,1,0,0,",
      "US,NY,,,4,State tax,1,0,0,",
    )
    expect(either.rates).toEqual(["US NY 4 State tax standard"])
    expect(either.omitted.map(({ line, message }) => [line, message.slice(0, 54)])).toEqual([
      [2, "Of this line and line 3, which have the same priority,"],
      [3, "Of this line and line 2, which have the same priority,"],
    ])
    const together = await read("US,CA,,,7.25,Tax,1,0,0,", "US,CA,90210,,2,Tax,2,0,0,")
    expect(together.rates).toEqual([])
    expect(together.omitted[0]?.message).toContain("WooCommerce charges this line and line 3 together")
    const compound = await read("CA,,,,5,GST,1,0,1,", "CA,QC,,,9.975,QST,2,1,1,", "FR,,,,20,TVA,1,1,1,")
    expect(compound.rates).toEqual(["CA 5 GST standard shipping", "FR 20 TVA standard shipping"])
    expect(compound.omitted).toEqual([
      { line: 3, message: "It is charged on top of the tax of line 2: the shop’s taxes are not compound" },
    ])
  })

  test("reads British beginnings as WooCommerce does, where PA2* also begins PA20", async () => {
    const { rates, omitted } = await read("GB,,PA2*;BT*,,20,VAT,1,0,1,", "GB,,B*,,20,VAT,1,0,1,reduced-rate")
    expect(rates.map((rate) => rate.slice(3, 12))).toEqual(["PA2* 20 V", "PA20-PA29", "BT* 20 VA"])
    expect(omitted).toEqual([{ line: 3, message: "“B*” begins the post codes of several areas: list them one by one" }])
  })

  test("is bounded before its lines are compared", async () => {
    const many = Array.from({ length: 1_999 }, (_, at) => `US,,${10_000 + at},,${at % 90},Tax ${at % 7},${at % 3},1,0,`)
    const started = performance.now()
    const { omitted } = await read(...many.slice(0, 1_500), `US,,${"1;".repeat(600)}2,,5,Tax,1,0,0,`)
    expect(omitted.some(({ message }) => message.includes("at most 2,000 rates"))).toBe(false)
    const { omitted: tooMany } = await read(
      `US,,${Array.from({ length: 2_001 }, (_, at) => 10_000 + at).join(";")},,5,Tax,1,0,0,`,
    )
    expect(tooMany).toEqual([{ line: 2, message: "A shop has at most 2,000 rates" }])
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})
