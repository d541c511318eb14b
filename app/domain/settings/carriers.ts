import { cleanCode } from "~/domain/text/clean-code"
import { isPrintable } from "~/domain/text/line-of-text"
import { linesOf, type SettingsFacts } from "./settings"

interface Carrier {
  name: string
  /** An https address with one `{number}` */
  pattern: string
}

export const MAX_CARRIERS = 20
const LONGEST_NAME = 40
const LONGEST_PATTERN = 300
const NUMBER = "{number}"

export function carriersOf({ carriers }: Pick<SettingsFacts, "carriers">): Carrier[] {
  return linesOf(carriers).flatMap((line) => parseCarrier(line) ?? [])
}

export function carrierNamesOf(settings: Pick<SettingsFacts, "carriers">): string[] {
  return carriersOf(settings).map(({ name }) => name)
}

/** Parses a line such as `Post: https://post.example/track?id={number}`; returns null if it is invalid. */
export function parseCarrier(line: string): Carrier | null {
  const end = line.indexOf(":")
  const name = line.slice(0, Math.max(0, end)).trim()
  const pattern = line.slice(end + 1).trim()
  if (name === "" || name.length > LONGEST_NAME || !isPrintable(name)) return null
  return isPattern(pattern) ? { name, pattern } : null
}

/** Cleans the address in each line; names are unchanged. */
export function cleanCarriers(text: string): string {
  const cleaned = text.split("\n").map((line) => {
    const end = line.indexOf(":") + 1
    return end === 0 ? line : `${line.slice(0, end)} ${cleanCode(line.slice(end))}`
  })
  return cleaned.join("\n")
}

/** The number must not decide the origin of the link. */
function isPattern(pattern: string): boolean {
  if (pattern.length > LONGEST_PATTERN || /\s/.test(pattern) || pattern.split(NUMBER).length !== 2) return false
  const filled = ["1", "2"].map((number) => pattern.replace(NUMBER, number))
  if (!filled.every((address) => URL.canParse(address))) return false
  const [one, other] = filled.map((address) => new URL(address))
  if (one?.username !== "" || one.password !== "") return false
  return one.protocol === "https:" && one.hostname.includes(".") && one.origin === other?.origin
}

/** Null without a number, or if the settings no longer name the carrier */
export function trackingUrlOf(
  settings: Pick<SettingsFacts, "carriers">,
  { carrier, trackingNumber }: { carrier: string | null; trackingNumber: string | null },
): string | null {
  if (!carrier || !trackingNumber) return null
  const known = carriersOf(settings).find(({ name }) => name === carrier)
  return known?.pattern.replace(NUMBER, () => encodeURIComponent(trackingNumber.toWellFormed())) ?? null
}
