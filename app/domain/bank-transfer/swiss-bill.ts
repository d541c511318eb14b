import { type Cents, MAX_TOTAL } from "~/domain/money/money"
import { isCreditorReference, isQrReference } from "./creditor-reference"
import { isIban, isQrIban } from "./iban"

/** A structured address (type S), the only one that banks have accepted since 21 November 2025 */
export interface SwissAddress {
  name: string
  /** May include the house number */
  street: string
  postalCode: string
  town: string
  /** An ISO 3166 code */
  country: string
}

export interface SwissTransfer {
  creditor: SwissAddress
  /** Without blanks, from Switzerland or Liechtenstein */
  iban: string
  amount: Cents
  currency: string
  /** The payer, if their address is complete */
  debtor: SwissAddress | null
  /** A QR reference, a creditor reference, or empty */
  reference: string
  /** Any other information for the creditor */
  message: string
}

export interface SwissBill {
  /** The contents of the QR code */
  contents: string
  referenceType: "QRR" | "SCOR" | "NON"
  reference: string
}

const MAX_LENGTH = 997
const limits = { name: 70, street: 70, postalCode: 16, town: 35, message: 140 } as const

/**
 * Returns the contents of the Swiss QR code (Swiss Implementation Guidelines QR-bill, version 2.3), or null for data that the format does
 * not allow. An account whose IBAN is a QR-IBAN needs a QR reference, and no other account may have one.
 */
export function swissBillOf(transfer: SwissTransfer): SwissBill | null {
  const { iban, amount, currency, creditor, debtor, reference } = transfer
  const referenceType = referenceTypeOf(iban, reference)
  const isSwiss = isIban(iban) && /^(CH|LI)/.test(iban)
  const isAllowed = isSwiss && /^(CHF|EUR)$/.test(currency) && amount >= 1 && amount <= MAX_TOTAL
  if (!isAllowed || referenceType === null || !isComplete(creditor)) return null
  const contents = [
    ...["SPC", "0200", "1", iban],
    ...addressLines(creditor),
    // The ultimate creditor, which is reserved for later use
    ...addressLines(null),
    ...[(amount / 100).toFixed(2), currency],
    ...addressLines(debtor && isComplete(debtor) ? debtor : null),
    ...[referenceType, reference, allowed(transfer.message, limits.message), "EPD"],
  ].join("\n")
  return contents.length > MAX_LENGTH ? null : { contents, referenceType, reference }
}

function referenceTypeOf(iban: string, reference: string): SwissBill["referenceType"] | null {
  if (isQrIban(iban)) return isQrReference(reference) ? "QRR" : null
  if (reference === "") return "NON"
  return isCreditorReference(reference) ? "SCOR" : null
}

function isComplete({ name, postalCode, town, country }: SwissAddress): boolean {
  return /^[A-Z]{2}$/.test(country) && [name, postalCode, town].every((text) => allowed(text, 70) !== "")
}

function addressLines(address: SwissAddress | null): string[] {
  if (!address) return ["", "", "", "", "", "", ""]
  const { name, street, postalCode, town, country } = address
  return [
    ...["S", allowed(name, limits.name), allowed(street, limits.street), ""],
    ...[allowed(postalCode, limits.postalCode), allowed(town, limits.town), country],
  ]
}

/** Printable characters of Basic Latin, Latin-1 and Latin Extended-A, with the euro sign and the Romanian letters */
const FOREIGN = /[^\u0020-\u007e\u00a0-\u017f\u0218-\u021b\u20ac]/gu

/** Replaces characters that the format does not have, each by one point. */
function allowed(text: string, most: number): string {
  const line = text
    .slice(0, 500)
    .normalize("NFC")
    .replaceAll(/[\p{Cc}\s]+/gu, " ")
    .replace(FOREIGN, ".")
    .trim()
  return line.slice(0, most).trim()
}

/**
 * Reads a postal address such as `Bahnhofstrasse 1`, `8001 Zürich`, `Switzerland`: the line before the one with the Swiss post code is the
 * street. Returns null for any other address.
 */
export function swissAddressIn(text: string, name: string): SwissAddress | null {
  const lines = text
    .split("\n")
    .map((line) => line.trim())
    .filter(Boolean)
  const place = lines.findIndex((line) => TOWN.test(line))
  const [, country = "", postalCode = "", town = ""] = TOWN.exec(lines[place] ?? "") ?? []
  if (place < 0) return null
  const isLiechtenstein = country === "FL" || country === "LI" || /^94(8[5-9]|9\d)$/.test(postalCode)
  const street = lines[place - 1] ?? ""
  return { name, street: street === name ? "" : street, postalCode, town, country: isLiechtenstein ? "LI" : "CH" }
}

const TOWN = /^(?:(CH|FL|LI)[ -])?(\d{4}) (\p{L}.*)$/u
