import { text } from "node:stream/consumers"
import { expect, test } from "vitest"
import { publishedAtOnce } from "~/domain/catalog/publication/publication"
import { withoutSale } from "~/domain/catalog/sale"
import { editedVariantRecord, setPricesRecord } from "~/domain/catalog/variants/variant-record"
import { openCsv } from "~/domain/csv/csv-file.server"
import { csvOf } from "~/domain/csv/csv-table.server"
import { readOwnRows } from "../import/import-file.server"
import type { CsvRow } from "./group-rows"
import { type CsvProduct, csvLines, productColumns } from "./product-columns"

const mug: CsvProduct = {
  ...publishedAtOnce,
  id: "66aabbccddeeff0011223344",
  name: "Mug",
  desc: "For tea.",
  facts: {},
  taxClass: "standard",
  category: "Kitchen",
  price: 123_450,
  compareAtPrice: null,
  measureAmount: null,
  measureUnit: null,
  stock: 12,
  setPrices: { ...setPricesRecord.emptied, price: 123_450 },
  uncounted: false,
  pictures: [],
  options: [],
  variants: [
    {
      values: [],
      ...editedVariantRecord.emptied,
      ...{ price: 123_450, stored: withoutSale({ price: 123_450, compareAtPrice: null }) },
      stock: 12,
      sku: null,
      gtin: null,
      mpn: null,
      weightGrams: null,
      position: 0,
      pictureId: null,
    },
  ],
}

const rowsOf = async (text: string) => {
  const rows: CsvRow[] = []
  const bytes = new TextEncoder().encode(text)
  const source = async function* () {
    yield bytes
  }
  for await (const row of readOwnRows(await openCsv(source))) rows.push(row)
  return rows
}
const csvWith = (product: CsvProduct) => text(csvOf(productColumns, [csvLines(product)]))
const readBack = async (product: CsvProduct) => (await rowsOf(await csvWith(product)))[0]?.cells

test("a written file is read back, word for word", async () => {
  const texts = ['a "quoted" word', "one, two; three\tfour", "line one\r\nline two\nline three", "Käse ☕", "  '' "]
  for (const desc of texts) expect((await readBack({ ...mug, desc }))?.desc).toBe(desc)
  expect(await readBack(mug)).toEqual({
    _id: mug.id,
    name: "Mug",
    category: "Kitchen",
    price: "1234.50",
    stock: "12",
    stockSeen: "12",
    taxClass: "standard",
    desc: "For tea.",
    status: "published",
    handle: "mug",
  })
})

test("no cell is a formula for a spreadsheet, and each is read back unchanged", async () => {
  for (const name of [
    "=1+1",
    "+1",
    "-1",
    "@sum",
    "＝1",
    "＋1",
    "－1",
    "＠a",
    "'=quoted already",
    "''+twice",
    "it's",
    "'tis",
  ]) {
    const csv = await csvWith({ ...mug, name })
    expect(csv).not.toMatch(/(^|,)"?[=+\-@＝＋－＠]/m)
    expect((await readBack({ ...mug, name }))?.name).toBe(name)
  }
})

test("semicolons and tabs work as separators like commas, with any line ends, with and without a byte order mark", async () => {
  for (const [mark, end] of [
    [";", "\r\n"],
    ["\t", "\n"],
    [",", "\r\n"],
    [";", "\r"],
  ]) {
    const text = `name${mark}price${end}Cup${mark}4.50${end}`
    expect(await rowsOf(text)).toEqual([{ line: 2, cells: { name: "Cup", price: "4.50" } }])
    expect(await rowsOf(`\uFEFF${text}`)).toHaveLength(1)
  }
})

test("empty cells change nothing, and empty lines are skipped", async () => {
  expect((await rowsOf("name,price,desc\n\nCup,, \n")).map((row) => row.cells)).toEqual([{ name: "Cup" }])
})

test.each([
  ["LF", "\n"],
  ["CR LF", "\r\n"],
  ["CR", "\r"],
])("a row's line number is that of its first line, as editors count: line ends are %s", async (_, end) => {
  const linesOf = async (...lines: string[]) => (await rowsOf(lines.join(end))).map((row) => row.line)
  expect(await linesOf("name", '"one', 'two"', "three", "")).toEqual([2, 4])
  expect(await linesOf("name", "", '"', "", 'one"', "", "", "Käse ☕", "four")).toEqual([3, 8, 9])
  expect(await linesOf("\uFEFF", "", "name", "one", '"two', 'three"', "four")).toEqual([4, 5, 7])
  expect(await linesOf("name,desc", '"a', 'b",c', "", '"one', 'two"')).toEqual([2, 5])
  await expect(linesOf("name", '"a', 'b"', 'c"d', '"', "e")).rejects.toThrow(/mark in line 5 is never closed/)
})

test("lines are counted across the chunks in which a large file is read", async () => {
  const rows = Array.from({ length: 9_000 }, (_, at) => `"Cup ${at}\r\nKäse"`)
  const found = (await rowsOf(["name", ...rows].join("\r\n"))).map(({ line }) => line)
  expect(found).toEqual(rows.map((_, at) => 2 + at * 2))
})

const MB = 1_000_000

test.each([
  ["This file is empty", ""],
  ["A column appears twice", "name,name\nCup,3"],
  ["This file cannot be read as CSV: a quotation mark in line 2 is never closed", 'name,price\n"Cup,3'],
  ["A file may have at most 100,000 rows", `name\n${"Cup\n".repeat(2 * MB)}`],
])("a file that is not a table of products is refused with a message, whatever its size: %s", async (words, text) => {
  await expect(rowsOf(text)).rejects.toThrow(words)
})

test("a large file is read in slices, between which other requests run", async () => {
  let turns = 0
  const turning = setInterval(() => turns++, 0)
  expect(await rowsOf(`name\n${"\n".repeat(8 * MB)}Cup\n`)).toHaveLength(1)
  clearInterval(turning)
  expect(turns).toBeGreaterThan(20)
})
