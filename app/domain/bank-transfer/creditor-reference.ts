import { isQrIban, remainderOf97 } from "./iban"

/**
 * Returns the creditor reference (ISO 11649) of an order, such as `RF18539007547034`: `RF`, two check digits and the order's number.
 * Numbers are padded to six digits, because some banks refuse short references.
 */
export function creditorReferenceOf(orderNumber: number): string {
  const digits = String(orderNumber).padStart(6, "0")
  const check = 98 - remainderOf97(`${digits}RF00`)
  return `RF${String(check).padStart(2, "0")}${digits}`
}

/** Returns the groups in which people read a reference: of four, and of five for a Swiss one, after the first two digits. */
export function formatReference(reference: string): string {
  if (isQrReference(reference))
    return `${reference.slice(0, 2)} ${reference.slice(2).replaceAll(/(.{5})(?=.)/g, "$1 ")}`
  return reference.replaceAll(/(.{4})(?=.)/g, "$1 ")
}

/** Whether a text without blanks, in capitals, is a creditor reference with correct check digits */
export function isCreditorReference(text: string): boolean {
  return /^RF\d{2}[A-Z\d]{1,21}$/.test(text) && remainderOf97(text.slice(4) + text.slice(0, 4)) === 1
}

/** Returns the number of the order, or null for a reference of another shop. */
export function orderOfCreditorReference(text: string): number | null {
  return isCreditorReference(text) && /^\d{6,9}$/.test(text.slice(4)) ? Number(text.slice(4)) : null
}

const QR_LENGTH = 27
/** The table of the modulo 10 check digit, recursive, of Swiss references */
const CARRY = [0, 9, 4, 6, 8, 2, 7, 1, 3, 5]

/** Returns the Swiss QR reference of an order: 26 digits with its number, and a check digit. */
export function qrReferenceOf(orderNumber: number): string {
  const digits = String(orderNumber).padStart(QR_LENGTH - 1, "0")
  return digits + qrCheckDigit(digits)
}

function qrCheckDigit(digits: string): string {
  let carry = 0
  for (const digit of digits) carry = CARRY[(carry + Number(digit)) % 10] ?? 0
  return String((10 - carry) % 10)
}

export function isQrReference(text: string): boolean {
  return /^\d{27}$/.test(text) && !/^0+$/.test(text) && qrCheckDigit(text.slice(0, -1)) === text.at(-1)
}

/** Returns the number of the order, or null for a reference of another shop. */
export function orderOfQrReference(text: string): number | null {
  if (!isQrReference(text)) return null
  const number = text.slice(0, -1).replace(/^0+/, "")
  return number.length > 0 && number.length <= 9 ? Number(number) : null
}

/** Returns the reference of an order in the form that an account accepts. */
export function transferReferenceOf(iban: string, orderNumber: number): string {
  return isQrIban(iban) ? qrReferenceOf(orderNumber) : creditorReferenceOf(orderNumber)
}
