/** The members of the European Union, by their ISO codes */
const members = new Set("AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" "))

/**
 * Regions with their own ISO codes in which EU law applies (TFEU, articles 349 and 355(1) and (4)). Consumers there
 * have EU rights, although these places are outside the VAT area: for taxes see `../pricing/eu-territories.ts`.
 */
const regions = new Set("AX GF GP MF MQ RE YT".split(" "))

/** Returns whether the EU's consumer law applies. */
export function isInEu(country: string): boolean {
  return members.has(country) || regions.has(country)
}
