import { createRequire } from "node:module"
import { listCountries, type Region, readJsonFile, statesOf } from "../countries.server"
import formerCountries from "./former-countries.json"
import former from "./former-states.json"

/**
 * Finds a country by its code, its name, an alternative one in English or its own language, or a former one, in any
 * case and without accents.
 */
export function findCountry(text: string): Region | undefined {
  countries ??= readCountries()
  return countries.get(nameKey(text))
}

/**
 * Finds a state of a country by its code, name or former name, also as `US-OH`, `State of Ohio` or `Ohio, U.S.A.` Texts
 * with digits, which may be post codes, must match exactly.
 */
export function findState(country: string, text: string): Region | undefined {
  const known = knownStates(country)
  if (/[\d*]/.test(text)) return known.exact.get(withoutCountry(country, text).toLowerCase())
  const whole = known.names.get(nameKey(withoutCountry(country, text))) ?? known.loose.get(looseKey(text))
  if (whole) return whole
  const parts = text.split(/[,;/()]/).filter((part) => nameKey(part) !== "" && findCountry(part)?.code !== country)
  const found = parts.map((part) => known.names.get(nameKey(part)) ?? known.loose.get(looseKey(part)))
  return found.every((state) => state === found[0]) ? found[0] : undefined
}

let countries: Map<string, Region> | undefined

const { resolve } = createRequire(import.meta.url)

interface EnglishNames {
  countries: Record<string, string | string[]>
}

/** The first match counts: codes and names of the list, then ISO's three letters, then other names. */
function readCountries(): Map<string, Region> {
  const list = listCountries()
  const byCode = new Map(list.map((country) => [country.code, country]))
  const found = new Map<string, Region>()
  const add = (word: string, code: string) => {
    const [key, country] = [nameKey(word), byCode.get(code)]
    if (country && key !== "" && !found.has(key)) found.set(key, country)
  }
  for (const { code } of list) add(code, code)
  for (const { code, name } of list) add(name, code)
  const codes = readJsonFile<string[][]>(resolve("i18n-iso-countries/codes.json"))
  for (const [code = "", threeLetters = ""] of codes) add(threeLetters, code)
  const english = readJsonFile<EnglishNames>(resolve("i18n-iso-countries/langs/en.json"))
  for (const [code, names] of Object.entries(english.countries)) for (const name of [names].flat()) add(name, code)
  for (const { code } of list) for (const name of namesOf(code)) add(name, code)
  for (const [name, code] of Object.entries(formerCountries)) add(name, code)
  return found
}

/** Names in English, long and short, and in the country's main language */
function namesOf(code: string): string[] {
  const { language } = new Intl.Locale(`und-${code}`).maximize()
  const namings = [
    new Intl.DisplayNames(["en"], { type: "region" }),
    new Intl.DisplayNames(["en"], { type: "region", style: "short" }),
    new Intl.DisplayNames([language], { type: "region" }),
  ]
  return namings.flatMap((naming) => naming.of(code) ?? [])
}

interface KnownStates {
  /** Keys are codes, names and former names in lower case */
  exact: Map<string, Region>
  names: Map<string, Region>
  /** Without words such as *Province*, if that leaves one state */
  loose: Map<string, Region>
}

const states = new Map<string, KnownStates>()

function knownStates(country: string): KnownStates {
  const before = states.get(country)
  if (before) return before
  const list = statesOf(country)
  const words = [...list.map(({ code }) => [code, code]), ...list.map(({ code, name }) => [name, code])]
  const formerWords = Object.entries((former.states as Record<string, Record<string, string>>)[country] ?? {})
  const known: KnownStates = { exact: new Map(), names: new Map(), loose: looseNames(list) }
  for (const [word = "", code] of [...words, ...formerWords]) {
    const state = list.find((one) => one.code === code)
    if (!state) continue
    if (!known.exact.has(word.toLowerCase())) known.exact.set(word.toLowerCase(), state)
    if (!known.names.has(nameKey(word))) known.names.set(nameKey(word), state)
  }
  states.set(country, known)
  return known
}

function looseNames(list: readonly Region[]): Map<string, Region> {
  const count = new Map<string, number>()
  for (const { name } of list) count.set(looseKey(name), 1 + (count.get(looseKey(name)) ?? 0))
  const unique = list.filter(({ name }) => looseKey(name) !== "" && count.get(looseKey(name)) === 1)
  return new Map(unique.map((state) => [looseKey(state.name), state]))
}

/** ISO writes `US-OH`. */
function withoutCountry(country: string, text: string): string {
  const word = text.trim()
  return word.toUpperCase().startsWith(`${country}-`) ? word.slice(country.length + 1) : word
}

/** The letters and digits by which names are compared */
function nameKey(text: string): string {
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\bst\b\.?/g, "saint")
    .replaceAll("&", "and")
    .replace(/[^\p{L}\d]/gu, "")
    .replace(/[ßæœøłđıðþ]/g, (letter) => plain[letter] ?? letter)
}

const plain: Record<string, string> = {
  ...{ ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d", ı: "i", ð: "d", þ: "th" },
}

const kinds =
  /\b(province|prefecture|region|county|district|municipality|governorate|department|parish|state|oblast|canton|metropolitan|regional|unit|voivodeship|autonomous|commonwealth|city|of|the)\b/gi

function looseKey(text: string): string {
  return nameKey(text.replace(kinds, " "))
}
