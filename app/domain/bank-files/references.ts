import { orderOfCreditorReference, orderOfQrReference } from "~/domain/bank-transfer/creditor-reference"
import type { BankEntry } from "./bank-line"

/** The numbers of orders that an entry may mean */
export interface MentionedOrders {
  /** From a reference with check digits, or a number after a word such as “order” */
  stated: number[]
  /** Any other number in the text, which may also be a day or a customer's number */
  possible: number[]
}

// Numbers with a sign between them are a day, such as 28.11.2026.
const AFTER_WORD =
  /(?:#|(?:order|bestellung|bestellnummer|bestell-?nr|auftrag|bestelling|commande|pedido|ordine|zam[oó]wienie)[^\d#]{0,12}#?)\s?(\d{1,9})(?!\d|[./-]\d)/gi
const NUMBER = /(?<!\d|\d[./-])\d{1,9}(?!\d|[./-]\d)/g
const QR_REFERENCE = /(?<!\d)\d{27}(?!\d)/g
const CREDITOR_REFERENCE = /RF\d{8,}/g
/** Characters of a creditor reference of this shop */
const LENGTHS = [10, 11, 12, 13]

export function mentionedOrders({ reference, text }: Pick<BankEntry, "reference" | "text">): MentionedOrders {
  // Banks break texts anywhere, and people write references in groups.
  const squashed = [reference, text].map((part) => part.replaceAll(/\s/g, "").toUpperCase())
  const checked = squashed.flatMap((part) => [
    ...[...part.matchAll(CREDITOR_REFERENCE)].flatMap(([found]) => LENGTHS.map((length) => found.slice(0, length))),
    ...[...part.matchAll(QR_REFERENCE)].map(([found]) => found),
  ])
  const byCheckDigits = checked.flatMap((found) => orderOfCreditorReference(found) ?? orderOfQrReference(found) ?? [])
  const both = `${reference} ${text}`
  const afterWord = [...both.matchAll(AFTER_WORD)].map(([, number]) => Number(number))
  const whole = /^\d{1,9}$/.test(reference) ? [Number(reference)] : []
  const stated = new Set([...byCheckDigits, ...afterWord, ...whole])
  const others = [...both.matchAll(NUMBER)].map(([number]) => Number(number)).filter((number) => !stated.has(number))
  return { stated: [...stated], possible: [...new Set(others)].slice(0, MAX_POSSIBLE) }
}

const MAX_POSSIBLE = 20
