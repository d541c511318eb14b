import { exactnessOfPostcode, matchesPostcode, patternKey } from "./postcode"

/** ISO codes; an empty code means any, and three empty codes mean everywhere. */
export interface Place {
  country: string
  state: string
  /** A prefix such as `10*`, a range such as `1000-1999`, or one post code; see `postcode.ts`. */
  postcode: string
}

/** A destination: these three fields of a shipping address decide on prices. */
export interface Destination {
  country: string
  state: string
  pinCode: string
}

export const everywhere: Place = { country: "", state: "", postcode: "" }

/** Two places with one key are the same. */
export function placeKey({ country, state, postcode }: Place): string {
  return [country, state, postcode === "" ? "" : patternKey(postcode, country)].join("|")
}

/** Returns null outside of the place, else a number that grows with its precision. */
export function exactness(place: Place, { country, state, pinCode }: Destination): number | null {
  if (place.country !== "" && place.country !== country) return null
  if (place.state !== "" && place.state !== state) return null
  if (place.postcode !== "" && !matchesPostcode(place.postcode, pinCode, country)) return null
  const postcode = place.postcode === "" ? 0 : POSTCODE + exactnessOfPostcode(place.postcode, country)
  return (place.country === "" ? 0 : COUNTRY) + (place.state === "" ? 0 : STATE) + postcode
}

/** Returns the first of the most exact places. */
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
