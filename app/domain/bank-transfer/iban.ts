/** The length of IBANs by country, from the registry of ISO 13616 */
const LENGTHS: Record<string, number> = Object.fromEntries(
  (
    "AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 EE20 EG29 " +
    "ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 IT27 JO30 KW30 KZ20 " +
    "LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 NL18 NO15 OM23 PK24 PL28 PS29 " +
    "PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30"
  )
    .split(" ")
    .map((entry) => [entry.slice(0, 2), Number(entry.slice(2))]),
)

/** Countries whose IBANs take part in SEPA credit transfers, from the list of the European Payments Council (EPC409-09) */
const SEPA = new Set(
  (
    "AD AL AT BE BG CH CY CZ DE DK EE ES FI FR GB GI GR HR HU IE IS IT LI LT LU LV MC MD ME MK MT NL NO PL PT RO RS " +
    "SE SI SK SM VA"
  ).split(" "),
)

/** Returns an IBAN without blanks, in capitals; an invalid one too. */
export function cleanIban(text: string): string {
  return text.replaceAll(/[\s.-]/g, "").toUpperCase()
}

/** Whether a cleaned text is an IBAN with the length of its country and correct check digits */
export function isIban(iban: string): boolean {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(iban) || LENGTHS[iban.slice(0, 2)] !== iban.length) return false
  return remainderOf97(iban.slice(4) + iban.slice(0, 4)) === 1
}

/** Whether a cleaned text is an IBAN that SEPA credit transfers reach */
export const isSepaIban = (iban: string) => isIban(iban) && SEPA.has(iban.slice(0, 2))

/** Returns the groups of four in which people read an IBAN. */
export function formatIban(iban: string): string {
  return iban.replaceAll(/(.{4})(?=.)/g, "$1 ")
}

/** Swiss IBANs that accept only payments with a QR reference have a bank number from 30000 to 31999. */
export function isQrIban(iban: string): boolean {
  return /^(?:CH|LI)\d{2}3[01]/.test(iban)
}

/** The remainder by 97 as ISO 7064 computes it, with A as 10 and Z as 35 */
export function remainderOf97(text: string): number {
  let remainder = 0
  for (const character of text) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder
}
