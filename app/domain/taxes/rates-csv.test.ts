import { describe, expect, test } from "vitest"
import { readRates } from "./rates-csv.server"
import { taxClassName } from "./tax-rate"

const read = (...lines: string[]) => readRates(lines.join("\n"), { classes: ["books"] })

describe("a file of rates", () => {
  test("accepts only known headings and classes, not the property names of every object", async () => {
    const heading = await read("country,rate,name,constructor", "DE,19,VAT,x")
    expect(heading.problems.map(({ message }) => message)).toEqual([
      "There is no column “constructor”: only country, state, postcode, rate, name, shipping, class, from",
    ])
    const classes = ["constructor", "__proto__", "toString"]
    const { problems } = await read("country,rate,name,class", ...classes.map((name) => `DE,19,VAT,${name}`))
    expect(problems).toEqual(
      classes.map((name, at) => ({
        line: at + 2,
        message: `There is no class “${name}”: only standard, reduced, books`,
      })),
    )
  })

  test("names a class like the shop or another program does", async () => {
    const { rates, problems } = await read(
      "Country code,Rate %,Tax name,Tax class",
      "DE,7,VAT,reduced-rate",
      "DE,5,VAT,Books",
    )
    expect([rates.map(({ taxClass }) => taxClass), problems]).toEqual([["reduced", "books"], []])
  })
})

test.each(["\n", "\r\n", "\r"])("a problem has the first line of its row, as editors count: %j", async (end) => {
  const file = (...lines: string[]) => readRates(lines.join(end), { classes: [] })
  const { problems } = await file(
    "\uFEFF",
    "country;rate;name",
    "",
    'DE;"',
    '19";',
    "",
    "XX;7;VAT",
    'FR;x;"V',
    'AT"',
    "",
  )
  expect(problems.map(({ line }) => line)).toEqual([4, 7, 8])
  await expect(file("country,rate,name", "DE,19,VAT", 'DE,"7"x,VAT')).rejects.toThrow("mark in line 3 is never closed")
})

test("a post code is the same in every spelling", async () => {
  const { rates, problems } = await read(
    "country,postcode,rate,name",
    ...[
      "PT,9000-100,22,IVA",
      "PT,9000 100,16,IVA",
      "PT,9000\u2013100,16,IVA",
      "DE,１０１１５,19,VAT",
      "DE,D-10115,7,VAT",
    ],
  )
  expect(rates.map(({ place }) => place.postcode)).toEqual(["9000-100", "10115"])
  expect(problems.map(({ line, message }) => [line, message])).toEqual([
    [3, "This rate is already in line 2"],
    [4, "This rate is already in line 2"],
    [6, "This rate is already in line 5"],
  ])
})

test("a custom class has the name that the owner gave it", () => {
  expect(["standard", "books", "constructor"].map(taxClassName)).toEqual(["Standard", "books", "constructor"])
})

test("a row may lack its last cells, and one with more cells than headings is named", async () => {
  const { rates, problems } = await read(
    "country,rate,name,class",
    "DE,19,VAT",
    "FR,20,VAT,standard,,",
    "AT,20,VAT,standard,x",
  )
  expect(rates.map(({ place }) => place.country)).toEqual(["DE", "FR"])
  expect(problems).toEqual([
    { line: 4, message: "This row has 5 cells, but there are 4 headings: the last one is “x”" },
  ])
})
