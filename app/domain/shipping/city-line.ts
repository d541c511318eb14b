interface CityAddress {
  city: string
  /** Its name */
  state: string
  pinCode: string
}

/** The line of a letter; a city that is a state too, such as Berlin, is in it once. */
export function cityLine({ city, state, pinCode }: CityAddress): string {
  return [city, state === city ? "" : state, pinCode].join(" ").replace(/\s+/g, " ").trim()
}
