/** Keys of date-holidays: a country, its state, a region of that state */
type Region = readonly [country: string, state?: string, region?: string]

const each = (codes: string, region: Region): [string, Region][] => codes.split(" ").map((code) => [code, region])

/**
 * The shop's states whose holidays date-holidays lists under another name; ISO 3166-2 says which state contains which.
 */
const regionsByState: Record<string, ReadonlyMap<string, Region>> = {
  CL: new Map(each("NB", ["CL", "NU"])),
  CN: new Map([...each("HK", ["HK"]), ...each("MO", ["MO"]), ...each("TW", ["TW"])]),
  // Assumption is a holiday in the five of six communities with a Catholic majority.
  DE: new Map(each("BY", ["DE", "BY", "KATH"])),
  ES: new Map([...each("AV BU LE P SA SG SO VA ZA", ["ES", "CL"]), ...each("PM", ["ES", "IB"])]),
  FI: new Map(each("01", ["AX"])),
  FR: new Map([
    ...each("6AE", ["FR", "67"]),
    ...each("971", ["GP"]),
    ...each("972", ["MQ"]),
    ...each("973", ["GF"]),
    ...each("974", ["RE"]),
    ...each("976", ["YT"]),
    ...["BL", "MF", "PF", "PM", "WF"].flatMap((code) => each(code, [code])),
  ]),
  GB: new Map([
    ...each(
      "ABD ABE AGB ANS CLK DGY DND EAY EDH EDU ELN ELS ERW FAL FIF GLG HLD IVC MLN MRY NAY NLK ORK PKN RFW SAY SCB SLK STG WDU WLN ZET",
      ["GB", "SCT"],
    ),
    ...each(
      "ABC AND ANN ANT ARD ARM BFS BLA BLY BNB CCG CGV CKF CKT CLR CSR DGN DOW DRS DRY FER FMO LBC LMV LRN LSB MEA MFT MUL MYL NDN NMD NTA NYM OMH STB",
      ["GB", "NIR"],
    ),
  ]),
  IN: new Map(each("DH", ["IN", "DN"])),
  NL: new Map([...each("BQ1", ["BQ", "BO"]), ...each("BQ2", ["BQ", "SA"]), ...each("BQ3", ["BQ", "SE"])]),
  US: new Map(["AS", "GU", "MP", "PR", "VI"].flatMap((code) => each(code, [code]))),
}

export function holidayRegion(country: string, state: string): Region {
  return regionsByState[country]?.get(state) ?? [country, state]
}
