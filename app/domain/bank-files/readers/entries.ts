import { cleanIban } from "~/domain/bank-transfer/iban"
import { fromDate, toDate } from "~/domain/days/calendar"
import type { Cents } from "~/domain/money/money"
import { invalid, type ShopError } from "~/domain/shop-error"
import { cut } from "~/domain/text/cut"
import type { BankEntry } from "../bank-line"

export const MAX_ENTRIES = 50_000

interface ReadEntry extends Omit<BankEntry, "amount"> {
  /** Null for a text that is no amount */
  amount: Cents | null
}

/** Cleans up an entry. @throws ShopError `invalid` if its day, amount or currency cannot be read */
export function bankEntry({ amount, ...entry }: ReadEntry): BankEntry {
  const { bookedOn, currency } = entry
  if (!isDay(bookedOn)) throw invalid(`An entry has the day “${cut(bookedOn, 20)}”, which cannot be read`, "file")
  if (amount === null || amount < 1) throw invalid(`An entry of ${bookedOn} has no sum that can be read`, "file")
  if (!/^[A-Z]{3}$/.test(currency)) throw invalid(`An entry of ${bookedOn} has no currency that can be read`, "file")
  return {
    ...entry,
    amount,
    payerName: clean(entry.payerName, 140),
    payerIban: cut(cleanIban(entry.payerIban), 34),
    reference: clean(entry.reference, 140),
    text: clean(entry.text, 1_000),
    bankReference: isRealReference(entry.bankReference) ? clean(entry.bankReference, 140) : "",
    account: cleanIban(entry.account).slice(0, 40),
  }
}

export function isDay(text: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(toDate(text).getTime()) && fromDate(toDate(text)) === text
}

const clean = (text: string, most: number) => cut(text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim(), most)

/** Banks fill in these where there is no reference. */
export const isRealReference = (text: string) => !/^(?:|NOTPROVIDED|NONREF|KEINE|0+)$/i.test(text.trim())

export function notWhole(): ShopError {
  const problem = "The entries of this file do not add up to its closing balance, so some of them are missing"
  return invalid(`${problem}: please download it again`, "file")
}

export function tooManyEntries(): ShopError {
  const most = MAX_ENTRIES.toLocaleString("en-US")
  return invalid(`A file may have at most ${most} entries: please download a shorter period`, "file")
}
