/** ISO codes; empty means any, and all three empty means everywhere. */
export interface Place {
  country: string
  state: string
  /** A beginning such as `10*`, a range such as `1000-1999`, or one post code */
  postcode: string
}

/** Where something is sent; of a shipping address, these three decide on prices. */
export interface Destination {
  country: string
  state: string
  pinCode: string
}

export const everywhere: Place = { country: "", state: "", postcode: "" }

/** Returns null outside of the place, else a number that grows with how exactly it is named. */
export function exactness(place: Place, { country, state, pinCode }: Destination): number | null {
  if (place.country !== "" && place.country !== country) return null
  if (place.state !== "" && place.state !== state) return null
  if (place.postcode !== "" && !matchesPostcode(place.postcode, pinCode)) return null
  const postcode = place.postcode === "" ? 0 : POSTCODE + exactnessOfPostcode(place.postcode)
  return (place.country === "" ? 0 : COUNTRY) + (place.state === "" ? 0 : STATE) + postcode
}

/** The first of the most exact places counts. */
export function mostExact<Item>(
  items: readonly Item[],
  placesOf: (item: Item) => readonly Place[],
  destination: Destination,
): Item | null {
  let found: Item | null = null
  let best = -1
  for (const item of items) {
    for (const place of placesOf(item)) {
      const exact = exactness(place, destination)
      if (exact !== null && exact > best) [found, best] = [item, exact]
    }
  }
  return found
}

const [COUNTRY, STATE, POSTCODE] = [1, 2, 4]

/** Longer beginnings and narrower ranges are more exact, and one post code the most: from 0 to less than 1000. */
function exactnessOfPostcode(pattern: string): number {
  if (pattern.endsWith("*")) return pattern.length
  const range = rangeOf(pattern)
  if (!range) return 999
  const width = Number(range.to) - Number(range.from) + 1
  return 500 - 10 * Math.ceil(Math.log10(width + 1))
}

function matchesPostcode(pattern: string, pinCode: string): boolean {
  const code = compact(pinCode)
  if (pattern.endsWith("*")) return code.startsWith(compact(pattern.slice(0, -1)))
  // Beyond the first five, American post codes have four more digits.
  const digits = code.split("-")[0] ?? ""
  const range = rangeOf(pattern)
  if (!range) return [code, digits].includes(compact(pattern))
  return digits.length === range.from.length && /^\d+$/.test(digits) && digits >= range.from && digits <= range.to
}

function rangeOf(pattern: string): { from: string; to: string } | null {
  const [, from = "", to = ""] = /^(\d+)-(\d+)$/.exec(pattern) ?? []
  return from !== "" && from.length === to.length ? { from, to } : null
}

const compact = (text: string) => text.replaceAll(" ", "").toUpperCase()

/** `10*`, `1000-1999`, or one post code. */
export function isPostcodePattern(text: string): boolean {
  const range = rangeOf(text)
  return range ? range.from <= range.to : /^[\dA-Z][\dA-Z -]{0,15}\*?$/i.test(text)
}
