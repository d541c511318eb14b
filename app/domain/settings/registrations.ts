import { cleanCode } from "~/domain/text/clean-code"
import { linesOf, type SettingsFacts } from "./settings"

/** A number under which the shop is registered as a producer in one country */
interface Registration {
  /** ISO code */
  country: string
  kind: keyof typeof registrationKinds
  number: string
}

/** Regulation (EU) 2025/40, Directive 2012/19/EU and Regulation (EU) 2023/1542 */
export const registrationKinds = {
  packaging: "Packaging register",
  electrical: "Electrical equipment register (WEEE)",
  batteries: "Battery register",
} as const

export const MAX_REGISTRATIONS = 60
const LONGEST_NUMBER = 60

export function registrationsOf({ registrations }: Pick<SettingsFacts, "registrations">): Registration[] {
  return linesOf(registrations).flatMap((line) => parseRegistration(line) ?? [])
}

/** Parses a line such as `DE packaging: DE1234567890123`; returns null if it is invalid. */
export function parseRegistration(line: string): Registration | null {
  const colon = line.indexOf(":")
  const [country = "", kind = "", ...others] = line.slice(0, Math.max(0, colon)).trim().split(" ")
  const number = line.slice(colon + 1).trim()
  if (!/^[A-Z]{2}$/.test(country) || others.length > 0 || !(kind in registrationKinds)) return null
  if (number === "" || number.length > LONGEST_NUMBER) return null
  return { country, kind: kind as Registration["kind"], number }
}

/** Cleans each line, with the country in capitals and the kind in small letters. */
export function cleanRegistrations(text: string): string {
  const cleaned = text.split("\n").map((line) => {
    const [head = "", ...number] = cleanCode(line).split(":")
    if (number.length === 0) return line
    const [country = "", ...kind] = head.trim().split(" ")
    return `${[country.toUpperCase(), ...kind.map((word) => word.toLowerCase())].join(" ")}: ${number.join(":").trim()}`
  })
  return cleaned.join("\n")
}

/** Returns a line for people, such as `Packaging register (DE): DE1234567890123`. */
export function registrationLine({ country, kind, number }: Registration): string {
  return `${registrationKinds[kind]} (${country}): ${number}`
}
