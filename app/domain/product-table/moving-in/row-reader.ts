import { Gtin, MAX_MPN } from "~/domain/catalog/variants/variant-record"
import { cleanCode, cleanNumber } from "~/domain/text/clean-code"
import { cut } from "~/domain/text/cut"
import type { CellChange } from "../csv/imported-product"
import type { ReadContext } from "./read-context"
import type { SheetRow } from "./sheet"

const GRAMS = { g: 1, kg: 1_000, lb: 453.592_37, oz: 28.349_523_125 } as const
export type WeightUnit = keyof typeof GRAMS

const NUMBER = /^-?\d{1,12}(?:\.\d{1,20})?$/
const MAX_SKU = 64

const countryNames = new Intl.DisplayNames("en", { type: "region", fallback: "none" })

/** Reads the cells of a row, and lists each that is not imported as it is. */
export class RowReader<Key extends string> {
  readonly changes: CellChange[] = []

  constructor(
    readonly row: SheetRow<Key>,
    readonly context: ReadContext<Key>,
  ) {}

  get line(): number {
    return this.row.line
  }

  text(key: Key): string {
    return this.row.cells[key]?.trim() ?? ""
  }

  has(key: Key): boolean {
    return this.text(key) !== ""
  }

  /** Returns null for an empty cell, and for a text that is not a number. */
  number(key: Key): number | null {
    const text = this.text(key)
    return NUMBER.test(text) ? Number(text) : null
  }

  /** Keys of a column that occurs several times, with the rest of their headings */
  several(key: Key): { key: Key; name: string }[] {
    return (Object.keys(this.row.cells) as Key[])
      .filter((name) => name.startsWith(`${key} `))
      .map((name) => ({ key: name, name: name.slice(key.length + 1) }))
  }

  change(key: Key, becomes: string, reason: string, more: Pick<CellChange, "about" | "group"> = {}): void {
    const cell = cut(this.text(key), 200)
    const heading = cut(this.context.headingOf(key), 100)
    this.changes.push({ line: this.line, heading, cell, becomes, reason, ...more })
  }

  /** Returns an amount with at most two decimals; a text that is not a number is returned for a message. */
  money(key: Key): string {
    const text = this.text(key)
    const decimals = text.split(".")[1] ?? ""
    if (!NUMBER.test(text) || decimals.length <= 2) return text
    const rounded = roundedText(Number(text))
    if (Number(rounded) !== Number(text)) this.change(key, rounded, "Prices have two decimals", { about: "prices" })
    return rounded
  }

  /** Returns an amount with all of its decimals; a text that is not a number is returned for a message. */
  amount(key: Key): string {
    const number = this.number(key)
    return number === null ? this.text(key) : String(number)
  }

  /** Removes the marks that keep leading zeros in spreadsheets. */
  sku(key: Key): string {
    const sku = cleanCode(this.text(key))
      .replace(/^="(.*)"$/, "$1")
      .replace(/^'/, "")
    if (sku === "") this.change(key, "", "It has no SKU", { about: "skus" })
    if ([...sku].length <= MAX_SKU) return sku
    this.change(key, "", `An SKU has at most ${MAX_SKU} characters`, { about: "skus" })
    return ""
  }

  mpn(key: Key): string {
    const mpn = cleanCode(this.text(key)).replace(/^'/, "")
    if ([...mpn].length <= MAX_MPN) return mpn
    this.change(key, "", `A manufacturer's part number has at most ${MAX_MPN} characters`)
    return ""
  }

  gtin(key: Key): string {
    const text = this.text(key)
    if (text === "") return ""
    const digits = cleanNumber(text).replaceAll(/[\s'="\p{Pd}]/gu, "")
    if (Gtin.safeParse(digits).success) return digits
    this.change(key, "", /^0*$/.test(digits) ? "It is not a barcode" : "It is not a GTIN: its check digit is wrong")
    return ""
  }

  /** Returns the number of the customs tariff, which has 6 to 10 digits. */
  hsCode(key: Key): string {
    const text = this.text(key)
    const code = cleanNumber(text.replace(/^'/, "")).replaceAll(/[. ]/g, "")
    if (text === "" || /^\d{6,10}$/.test(code)) return code
    this.change(key, "", "An HS code has 6 to 10 digits")
    return ""
  }

  /** Returns the name of a country that may be written as a code of two letters. */
  country(key: Key): string {
    const text = cut(this.text(key), 100)
    return /^[A-Za-z]{2}$/.test(text) ? (countryNames.of(text.toUpperCase()) ?? text) : text
  }

  /** Returns whole grams, at least one; empty for no weight. */
  grams(key: Key, unit: WeightUnit): string {
    const amount = this.number(key)
    if (amount === null) return this.text(key)
    if (amount <= 0) return ""
    const exact = amount * GRAMS[unit]
    const grams = Math.max(1, Math.round(exact))
    const isMetric = unit === "g" || unit === "kg"
    if (isMetric && Math.abs(exact - grams) > 0.001) this.change(key, `${grams} g`, "Weights are whole grams")
    return String(grams)
  }

  /** Returns whole units; below zero, as of oversold products, is 0. */
  units(key: Key): string {
    const units = this.number(key)
    if (units === null) return this.text(key)
    const whole = Math.max(0, Math.floor(units))
    if (whole !== units)
      this.change(
        key,
        String(whole),
        units < 0 ? "It was sold more often than it was in stock" : "Stock is counted in whole units",
        { about: "stock" },
      )
    return String(whole)
  }
}

export function roundedText(amount: number): string {
  return (Math.round(Number((amount * 100).toFixed(6))) / 100).toFixed(2)
}

/** Returns the unit that a heading or a cell names. */
export function weightUnit(text: string): WeightUnit | null {
  const name = cleanCode(text).toLowerCase().replace(/\.$/, "")
  if (["kg", "кг", "kilogramm", "kilogram", "kilograms", "キログラム"].includes(name)) return "kg"
  if (["g", "г", "gr", "gram", "grams", "gramm", "グラム"].includes(name)) return "g"
  if (["lb", "lbs", "pound", "pounds", "livres", "libras", "фунт", "фунты", "pfund", "ポンド"].includes(name))
    return "lb"
  if (["oz", "ounce", "ounces", "onces", "onzas", "unze", "unzen", "once", "унция", "унции", "オンス"].includes(name))
    return "oz"
  return null
}
