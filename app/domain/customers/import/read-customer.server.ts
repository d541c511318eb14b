import { z } from "zod"
import { PersonName } from "~/domain/accounts/account"
import { describeEmailFault, isMailAddress, MAX_MAIL_ADDRESS, normalizeMailAddress } from "~/domain/mail/mail-address"
import type { PricingRules } from "~/domain/pricing/rules"
import { statesOf } from "~/domain/shipping/countries.server"
import { addressErrors, telephoneOf } from "~/domain/shipping/delivery-rules"
import { findCountry, findState } from "~/domain/shipping/regions/find-region.server"
import { stateOfPostcode } from "~/domain/shipping/regions/state-of-postcode.server"
import { cleanCode, cleanGroups, cleanNumber } from "~/domain/text/clean-code"
import { cut } from "~/domain/text/cut"
import { withoutUnprintable } from "~/domain/text/line-of-text"
import { textKey } from "~/domain/text/text-key"
import type { StoredShippingInfo } from "~db/schema"
import type { CustomerCells, CustomerKey } from "./customer-sheet"
import type { ImportedCustomer, ReadCustomer } from "./imported-customer"

const MAX = { name: 100, line: 200, city: 100, postcode: 16, phone: 50, key: 100, note: 2_000 }

/** Characters of a cell that are read; other limits are below it */
const MAX_CELL = 10_000

type Source = { source: string; consentHeading: string }

/** Reads one row by the rules of the shop. What differs from the row, beyond its form, is a remark. */
export function readCustomer(
  { line, cells: sent }: { line: number; cells: CustomerCells },
  rules: Pick<PricingRules, "zones">,
  { source, consentHeading }: Source,
): ReadCustomer {
  const cells = tidyCells(sent)
  const email = normalizeMailAddress((cells.email ?? cells.billingEmail ?? "").slice(0, 4 * MAX_MAIL_ADDRESS))
  const remarks: string[] = []
  const name = nameOf(cells, email, remarks)
  const row = { line, email: cut(email, MAX_MAIL_ADDRESS), name }
  const problem = problemOf(email)
  if (problem) return { ...row, problem }
  const address = addressOf(cells, rules, remarks)
  const customer: ImportedCustomer = {
    email,
    name,
    address,
    sourceKey: cut(quoted(cells.sourceKey ?? ""), MAX.key),
    note: noteOf(cells, remarks),
    ...consentOf(cells, { source, consentHeading }, remarks),
  }
  return { ...row, customer, remarks }
}

function tidyCells(sent: CustomerCells): CustomerCells {
  const cells = Object.entries(sent).map(([key, cell]) => [key, withoutUnprintable(cut(cell, MAX_CELL)).trim()])
  return Object.fromEntries(cells.filter(([, cell]) => cell !== ""))
}

/** Shopify puts a quote before ids, post codes and telephone numbers, so that spreadsheets keep their digits. */
const quoted = (cell: string) => cleanCode(cell).replace(/^'/, "")

function problemOf(email: string): string | null {
  if (email === "") return "The row has no email address: an account needs one"
  if (isMailAddress(email)) return null
  const fault = describeEmailFault(email)
  return `“${cut(email, 60)}” is not an email address${fault ? `: ${fault}` : ""}`
}

function nameOf(cells: CustomerCells, email: string, remarks: string[]): string {
  const join = (first = "", last = "") => `${first} ${last}`.trim()
  const candidates = [
    join(cells.firstName, cells.lastName),
    cells.fullName ?? "",
    join(cells.billingFirstName, cells.billingLastName),
    cells.company ?? cells.billingCompany ?? "",
  ]
  const found = candidates.find((name) => PersonName.safeParse(cut(name, MAX.name)).success)
  if (found === undefined) {
    remarks.push("There is no name: the account has the first part of the email address")
    return cut(email.split("@", 1)[0] ?? "", MAX.name) || "?"
  }
  if (found.length > MAX.name) remarks.push(`The name was cut to ${MAX.name} characters`)
  return cut(found, MAX.name).trim()
}

/** The address for shipping, or without one that for bills; missing parts are empty and asked for at the checkout. */
function addressOf(
  cells: CustomerCells,
  rules: Pick<PricingRules, "zones">,
  remarks: string[],
): StoredShippingInfo | null {
  const isBilling = cells.address1 === undefined && cells.billingAddress1 !== undefined
  const pick = (...keys: CustomerKey[]) => keys.map((key) => cells[key]).find((cell) => cell !== undefined) ?? ""
  const parts = isBilling
    ? {
        lines: [cells.billingCompany, cells.billingAddress1, cells.billingAddress2],
        city: pick("billingCity"),
        states: [cells.billingState],
        countries: [cells.billingCountry],
        postcode: pick("billingPostcode"),
      }
    : {
        lines: cells.address1 || cells.address2 ? [cells.company, cells.address1, cells.address2] : [],
        city: pick("city"),
        states: [cells.stateCode, cells.state],
        countries: [cells.countryCode, cells.country],
        postcode: pick("postcode"),
      }
  const lines = parts.lines.filter((line) => line !== undefined).join(", ")
  if (lines === "" && parts.city === "" && parts.postcode === "") return null
  const typedCountry = parts.countries.find((text) => text !== undefined) ?? ""
  const country = parts.countries.flatMap((text) => (text ? (findCountry(cut(text, 100)) ?? []) : []))[0]
  if (!country) {
    remarks.push(
      typedCountry === ""
        ? "The address has no country and was not imported"
        : `The address was not imported: there is no country called “${cut(typedCountry, 40)}”`,
    )
    return null
  }
  const phone = quoted(pick("phone", "billingPhone", "customerPhone"))
  const address = {
    address: cutWith(lines, MAX.line, "The address", remarks),
    city: cutWith(parts.city, MAX.city, "The city", remarks),
    country: country.code,
    pinCode: cutWith(cleanGroups(quoted(parts.postcode)), MAX.postcode, "The post code", remarks),
    phoneNo: dialled(cut(cleanGroups(phone), MAX.phone)),
  }
  const state = stateOf(country.code, parts.states, address.pinCode, remarks)
  return withRules({ ...address, state }, rules, remarks)
}

function stateOf(country: string, typed: (string | undefined)[], pinCode: string, remarks: string[]): string {
  const words = typed.flatMap((text) => (text ? [cut(text, 100)] : []))
  const found = words.flatMap((word) => findState(country, word) ?? [])[0]
  if (found || statesOf(country).length === 0) return found?.code ?? ""
  const guessed = stateOfPostcode(country, pinCode)
  if (guessed) return guessed
  if (words[0]) remarks.push(`The state “${cut(words[0], 40)}” is not known; the customer chooses it at the checkout`)
  return ""
}

/** Leaves out a post code or telephone number that the checkout would not accept. */
function withRules(
  address: StoredShippingInfo,
  rules: Pick<PricingRules, "zones">,
  remarks: string[],
): StoredShippingInfo {
  const kept = { ...address, phoneNo: telephoneOf(rules, address) }
  for (const { field, message } of addressErrors(rules, kept)) {
    if (field === "country") remarks.push(message)
    else if (kept[field] !== "") {
      const what = field === "pinCode" ? "post code" : "telephone number"
      remarks.push(`The ${what} “${kept[field]}” was not imported: ${message}`)
      kept[field] = ""
    }
  }
  const missing = missingOf(kept)
  if (missing.length > 0) remarks.push(`The address has no ${missing.join(" and no ")}; the checkout asks for it`)
  return kept
}

function missingOf({ address, city, pinCode, phoneNo }: StoredShippingInfo): string[] {
  const parts = { street: address, city, "post code": pinCode, "telephone number": phoneNo }
  return Object.entries(parts).flatMap(([name, part]) => (part === "" ? [name] : []))
}

function dialled(phone: string): string {
  const digits = phone.replace(/^(\+.*)\(0\)/, "$1").replace(/[\s()./-]/g, "")
  return /^[+\d]*$/.test(digits) ? digits : phone
}

function noteOf(cells: CustomerCells, remarks: string[]): string {
  const orders = cleanNumber(cells.orders ?? "")
  const spent = cut(cells.spent ?? "", 30)
  const since = cut(cells.since ?? "", 10)
  const parts = [
    /^\d{1,7}$/.test(orders) ? `${orders} ${orders === "1" ? "order" : "orders"}` : "",
    spent && /[1-9]/.test(spent) ? `${spent} spent` : "",
    isDay(since) ? `customer since ${since}` : "",
    isYes(cells.taxExempt) ? "exempt from tax in the other shop" : "",
  ]
  if (isYes(cells.taxExempt)) remarks.push("The customer was exempt from tax, which this shop does not have")
  const facts = parts.filter(Boolean).join(", ")
  return cutWith([facts, cells.note].filter(Boolean).join(". "), MAX.note, "The note", remarks)
}

const yes = new Set(["yes", "true", "1", "subscribed"])
const no = new Set(["no", "false", "0", "not_subscribed", "not subscribed", "unsubscribed"])

const isYes = (cell: string | undefined) => yes.has(textKey(cell ?? "").slice(0, 20))

/** Only a clear yes is a consent, and only a clear no a refusal. */
function consentOf(
  cells: CustomerCells,
  { source, consentHeading }: Source,
  remarks: string[],
): Pick<ImportedCustomer, "consent" | "consentOn" | "consentSource"> {
  const none = { consent: null, consentOn: null, consentSource: "" }
  const cell = textKey(cut(cells.consent ?? "", 40))
  if (cell === "") return none
  if (!yes.has(cell) && !no.has(cell)) {
    remarks.push(`“${cell}” is neither a consent to emails nor a refusal: none was imported`)
    return none
  }
  const day = cut(cells.consentDate ?? "", 10)
  if (day !== "" && !isDay(day)) remarks.push(`“${day}” is not a date such as 2026-12-28: the consent has no date`)
  return {
    consent: yes.has(cell),
    consentOn: isDay(day) ? day : null,
    consentSource: cut(`${source}: ${consentHeading}`, 200),
  }
}

const isDay = (text: string) => z.iso.date().safeParse(text).success && /^(19|20)/.test(text)

function cutWith(text: string, most: number, what: string, remarks: string[]): string {
  if (text.length > most) remarks.push(`${what} was cut to ${most} characters`)
  return cut(text, most).trim()
}
