import { type Cents, MAX_TOTAL } from "~/domain/money/money"
import { isBic } from "./bic"
import { isCreditorReference } from "./creditor-reference"
import { isSepaIban } from "./iban"

export interface EpcTransfer {
  /** The account holder */
  name: string
  /** Without blanks */
  iban: string
  /** May be empty in version 002 */
  bic?: string
  amount: Cents
  /** A creditor reference, or any other text of up to 140 characters */
  reference: string
}

/** The limit in bytes of the whole code */
const MAX_BYTES = 331
const MAX_NAME = 70
const MAX_TEXT = 140

/**
 * Returns the contents of the QR code that banking apps read for a SEPA credit transfer (EPC069-12, version 002), in UTF-8; null for
 * data that the format does not allow. The error correction level of the code is M.
 */
export function epcCodeOf({ name, iban, bic = "", amount, reference }: EpcTransfer): string | null {
  const isAllowed = isSepaIban(iban) && (bic === "" || isBic(bic)) && amount >= 1 && amount <= MAX_TOTAL
  const [holder, remittance] = [oneLine(name), oneLine(reference)]
  if (!isAllowed || holder === "" || remittance.length > MAX_TEXT) return null
  const [structured, text] = isCreditorReference(remittance) ? [remittance, ""] : ["", remittance]
  const write = (holder: string) =>
    ["BCD", "002", "1", "SCT", bic, holder, iban, `EUR${euros(amount)}`, "", structured, text].join("\n").trimEnd()
  const room = MAX_BYTES - byteLength(write(""))
  const fitted = cutToBytes([...holder].slice(0, MAX_NAME).join(""), room)
  return fitted === "" ? null : write(fitted)
}

const euros = (amount: Cents) => (amount / 100).toFixed(2)

/** A line break would move all following elements. */
const oneLine = (text: string) => text.replaceAll(/[\p{Cc}\s]+/gu, " ").trim()

const byteLength = (text: string) => new TextEncoder().encode(text).length

function cutToBytes(text: string, most: number): string {
  let [fitted, length] = ["", 0]
  for (const character of text) {
    length += byteLength(character)
    if (length > most) break
    fitted += character
  }
  return fitted.trimEnd()
}
