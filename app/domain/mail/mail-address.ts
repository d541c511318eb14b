import { cleanCode } from "~/domain/text/clean-code"
import { describeCharacter } from "~/domain/text/foreign-character"

/** In ASCII, where `bücher.example` is `xn--bcher-kva.example` */
export const MAX_MAIL_ADDRESS = 254

/** https://html.spec.whatwg.org/multipage/input.html#valid-e-mail-address */
const LOCAL_CHARACTER = /^[\w.!#$%&'*+/=?^`{|}~-]$/
/** For a typed domain, so that no other part of a URL is accepted */
const DOMAIN_CHARACTER = /^[\p{L}\p{M}\p{N}\p{Pd}.·・。｡]$/u
const LABEL = /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i

/**
 * Returns the spelling that is stored and compared: without characters pasted along, and with a domain such as
 * `bücher.example` in ASCII (UTS #46). Returns invalid input unchanged, for a message.
 */
export function normalizeMailAddress(typed: string): string {
  const text = cleanCode(typed)
  const at = text.lastIndexOf("@")
  return at === -1 ? text : text.slice(0, at + 1) + toAscii(text.slice(at + 1))
}

const ASCII = /^[\0-\x7f]*$/

function toAscii(domain: string): string {
  if (ASCII.test(domain) || domain.length > MAX_MAIL_ADDRESS) return domain
  if (![...domain].every((character) => DOMAIN_CHARACTER.test(character))) return domain
  const url = `https://${domain}/`
  return URL.canParse(url) ? new URL(url).hostname : domain
}

/**
 * Returns whether HTML accepts it, with a dot in the domain, and without a dot at an end of the local part or next to
 * another.
 */
export function isEmail(text: string): boolean {
  return text.length <= MAX_MAIL_ADDRESS && faultOf(text) === null
}

/** Follows RFC 6068: an unencoded `?`, `#` or `%` in the local part would end or change the address. */
export function mailLink(address: string): string {
  return `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}`
}

/** Rejects several addresses, line breaks and deleted accounts. */
export function isMailAddress(text: string): boolean {
  return isEmail(text) && !text.endsWith(".invalid")
}

/** Returns a text such as `the 4th character, “,”, cannot be used`, or null if no character is the reason. */
export function describeEmailFault(text: string): string | null {
  const at = faultOf(text)
  return at === null || at === -1
    ? null
    : `${describeCharacter([...text.slice(0, MAX_MAIL_ADDRESS)], at)} cannot be used`
}

/** Returns the index of the first wrong character, -1 if something is missing, or null for an address. */
function faultOf(text: string): number | null {
  const characters = [...text.slice(0, MAX_MAIL_ADDRESS)]
  const at = characters.lastIndexOf("@")
  const local = characters.slice(0, Math.max(at, 0))
  const domain = characters.slice(at + 1)
  const labels = domain.join("").split(".")
  const isWrongDot = (character: string, index: number) =>
    character === "." && (index === 0 || index === local.length - 1 || local[index - 1] === ".")
  // For a list of addresses, the comma is reported rather than the second @.
  const places = [
    local.findIndex((character) => character !== "@" && !LOCAL_CHARACTER.test(character)),
    local.indexOf("@"),
    local.findIndex(isWrongDot),
    characters.findIndex((character, index) => at !== -1 && index > at && !DOMAIN_CHARACTER.test(character)),
  ]
  const wrong = places.find((place) => place !== -1)
  if (wrong !== undefined) return wrong
  return at < 1 || labels.length < 2 || !labels.every((label) => LABEL.test(label)) ? -1 : null
}
