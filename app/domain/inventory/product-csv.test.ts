import { expect, test } from "vitest"
import type { Product } from "../catalog/product"
import { csvHeader, formatProducts, parseProducts } from "./product-csv.server"

const mug: Product = {
  id: "66aabbccddeeff0011223344",
  name: "Mug",
  desc: "For tea.",
  category: "Kitchen",
  price: 123_450,
  compareAtPrice: null,
  priorPrice: null,
  stock: 12,
  rating: 0,
  numReviews: 0,
  createdAt: new Date(),
  pictures: [],
}

const readBack = (product: Product) => parseProducts(csvHeader() + formatProducts([product]))[0]?.cells

test("what was written is read back, word for word", () => {
  const texts = ['a "quoted" word', "one, two; three\tfour", "line one\r\nline two\nline three", "Käse ☕", "  '' "]
  for (const desc of texts) expect(readBack({ ...mug, desc })?.desc).toBe(desc)
  expect(readBack(mug)).toEqual({
    _id: mug.id,
    name: "Mug",
    category: "Kitchen",
    price: "1234.50",
    stock: "12",
    stockSeen: "12",
    desc: "For tea.",
  })
})

test("no cell is a formula for a spreadsheet, and every one is read back as it was", () => {
  for (const name of ["=1+1", "+1", "-1", "@sum", "'=quoted already", "''+twice", "it's", "'tis"]) {
    const csv = formatProducts([{ ...mug, name }])
    expect(csv).not.toMatch(/(^|,)"?[=+\-@]/m)
    expect(readBack({ ...mug, name })?.name).toBe(name)
  }
})

test("semicolons and tabs separate as well as commas, with any line ends, with and without a byte order mark", () => {
  for (const [mark, end] of [
    [";", "\r\n"],
    ["\t", "\n"],
    [",", "\r\n"],
  ]) {
    const text = `name${mark}price${end}Cup${mark}4.50${end}`
    expect(parseProducts(text)).toEqual([{ line: 2, cells: { name: "Cup", price: "4.50" } }])
    expect(parseProducts(`\uFEFF${text}`)).toHaveLength(1)
  }
})

test("empty cells say nothing, and empty lines are no rows", () => {
  expect(parseProducts("name,price,desc\n\nCup,, \n").map((row) => row.cells)).toEqual([{ name: "Cup" }])
})

test("a row knows its line, also after texts of several lines", () => {
  expect(parseProducts('name\n"one\ntwo"\nthree\n').map((row) => row.line)).toEqual([3, 4])
})

test("a file that is no table of products is refused in words", () => {
  expect(() => parseProducts("")).toThrow("This file is empty")
  expect(() => parseProducts("name,prise\nCup,3")).toThrow('There is no column "prise"')
  expect(() => parseProducts("name,name\nCup,3")).toThrow("A column appears twice")
  expect(() => parseProducts('name,price\n"Cup,3')).toThrow(
    "This file cannot be read as CSV: a quotation mark in line 2 is never closed",
  )
  expect(() => parseProducts("name,price\nCup")).toThrow(
    "This file cannot be read as CSV: line 2 does not have as many cells as the heading",
  )
  expect(() => parseProducts(`name\n${"Cup\n".repeat(20_001)}`)).toThrow("A file may have at most 20,000 rows")
})
