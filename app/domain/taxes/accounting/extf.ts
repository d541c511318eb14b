import type { Day } from "~/domain/days/days"
import { centsToText } from "~/domain/money/format-money"
import type { Cents } from "~/domain/money/money"

/**
 * DATEV's format EXTF, version 700, category 21 ("Buchungsstapel") in version 13:
 * https://developer.datev.de/de/file-format/details/datev-format/format-description/booking-batch
 */
const FORMAT = ["EXTF", 700, 21, "Buchungsstapel", 13] as const

/** The most bookings of one file */
export const MAX_BOOKINGS = 99_999

export interface BookingBatch {
  createdAt: Date
  consultant: string
  client: string
  /** The first day of the financial year */
  yearStart: Day
  /** Digits of general ledger accounts, from 4 to 8 */
  accountLength: number
  from: Day
  to: Day
  currency: string
}

export interface Booking {
  /** Positive */
  amount: Cents
  side: "debit" | "credit"
  account: string
  contraAccount: string
  /** The tax key ("BU-Schlüssel") of up to 4 digits; empty if the account has the tax itself */
  key: string
  day: Day
  document: string
  text: string
  /** Of a sale taxed in another member state */
  eu: { country: string; rate: number } | null
}

const numbered = (from: number, to: number, names: (number: number) => string[]) =>
  Array.from({ length: to - from + 1 }, (_, at) => names(from + at)).flat()

const columns = [
  ...[
    "Umsatz (ohne Soll/Haben-Kz)",
    "Soll/Haben-Kennzeichen",
    "WKZ Umsatz",
    "Kurs",
    "Basis-Umsatz",
    "WKZ Basis-Umsatz",
  ],
  ...["Konto", "Gegenkonto (ohne BU-Schlüssel)", "BU-Schlüssel", "Belegdatum", "Belegfeld 1", "Belegfeld 2", "Skonto"],
  ...["Buchungstext", "Postensperre", "Diverse Adressnummer", "Geschäftspartnerbank", "Sachverhalt", "Zinssperre"],
  "Beleglink",
  ...numbered(1, 8, (number) => [`Beleginfo - Art ${number}`, `Beleginfo - Inhalt ${number}`]),
  ...["KOST1 - Kostenstelle", "KOST2 - Kostenstelle", "Kost-Menge", "EU-Land u. UStID (Bestimmung)"],
  ...["EU-Steuersatz (Bestimmung)", "Abw. Versteuerungsart", "Sachverhalt L+L", "Funktionsergänzung L+L"],
  ...["BU 49 Hauptfunktionstyp", "BU 49 Hauptfunktionsnummer", "BU 49 Funktionsergänzung"],
  ...numbered(1, 20, (number) => [`Zusatzinformation - Art ${number}`, `Zusatzinformation- Inhalt ${number}`]),
  ...["Stück", "Gewicht", "Zahlweise", "Forderungsart", "Veranlagungsjahr", "Zugeordnete Fälligkeit", "Skontotyp"],
  ...["Auftragsnummer", "Buchungstyp", "USt-Schlüssel (Anzahlungen)", "EU-Land (Anzahlungen)"],
  ...["Sachverhalt L+L (Anzahlungen)", "EU-Steuersatz (Anzahlungen)", "Erlöskonto (Anzahlungen)", "Herkunft-Kz"],
  ...["Buchungs GUID", "KOST-Datum", "SEPA-Mandatsreferenz", "Skontosperre", "Gesellschaftername", "Beteiligtennummer"],
  ...["Identifikationsnummer", "Zeichnernummer", "Postensperre bis", "Bezeichnung SoBil-Sachverhalt"],
  ...["Kennzeichen SoBil-Buchung", "Festschreibung", "Leistungsdatum", "Datum Zuord. Steuerperiode", "Fälligkeit"],
  ...["Generalumkehr (GU)", "Steuersatz", "Land", "Abrechnungsreferenz", "BVV-Position"],
  ...["EU-Land u. UStID (Ursprung)", "EU-Steuersatz (Ursprung)", "Abw. Skontokonto"],
]

const placeOf = (name: string) => columns.indexOf(name)
const EU_COUNTRY = placeOf("EU-Land u. UStID (Bestimmung)")
const EU_RATE = placeOf("EU-Steuersatz (Bestimmung)")
const FIXED = placeOf("Festschreibung")

const text = (value: string) => `"${value.replaceAll('"', '""')}"`
const dateOf = (day: Day) => day.replaceAll("-", "")
const amountText = (cents: Cents) => centsToText(cents).replace(".", ",")

/** Returns the first two lines: the header and the names of the columns. */
export function batchHead(batch: BookingBatch): string {
  const [format, version, category, name, formatVersion] = FORMAT
  const { createdAt, consultant, client, yearStart, accountLength, from, to, currency } = batch
  const at = createdAt.toISOString().replace(/\D/g, "")
  const fields = [
    ...[text(format), version, category, text(name), formatVersion, at, "", text("RE"), text(""), text("")],
    ...[consultant, client, dateOf(yearStart), accountLength, dateOf(from), dateOf(to), text("Counter"), text("")],
    // Financial accounting, for any purpose, not fixed yet
    ...[1, 0, 0, text(currency), "", text(""), "", "", text(""), "", "", text(""), text("")],
  ]
  return lineOf(fields) + lineOf(columns)
}

export function bookingLine({
  amount,
  side,
  account,
  contraAccount,
  key,
  day,
  document,
  eu,
  ...more
}: Booking): string {
  const fields: (string | number)[] = columns.map(() => "")
  const first = [amountText(amount), text(side === "debit" ? "S" : "H"), text(""), "", "", text("")]
  const [, month = "", date = ""] = day.split("-")
  const second = [
    account,
    contraAccount,
    text(key === "" ? "" : key.padStart(4, "0")),
    date + month,
    text(documentField(document)),
    text(""),
    "",
  ]
  fields.splice(0, 14, ...first, ...second, text(plainText(more.text).slice(0, 60)))
  if (eu) {
    fields[EU_COUNTRY] = text(eu.country === "GR" ? "EL" : eu.country)
    fields[EU_RATE] = eu.rate.toFixed(2).replace(".", ",").padStart(5, "0")
  }
  fields[FIXED] = 0
  return lineOf(fields)
}

const lineOf = (fields: readonly (string | number)[]) => `${fields.join(";")}\r\n`

/** The characters and the length that DATEV allows for a document number */
const documentField = (document: string) => document.replace(/[^\w$&%*+/-]/g, "-").slice(0, 36)

const plainText = (words: string) => words.replace(/\p{Cc}/gu, " ")

/** Windows-1252 where it differs from Latin-1 */
const windows1252 = new Map(
  Object.entries({
    ...{ "€": 0x80, "‚": 0x82, ƒ: 0x83, "„": 0x84, "…": 0x85, "†": 0x86, "‡": 0x87, ˆ: 0x88, "‰": 0x89, Š: 0x8a },
    ...{ "‹": 0x8b, Œ: 0x8c, Ž: 0x8e, "‘": 0x91, "’": 0x92, "“": 0x93, "”": 0x94, "•": 0x95, "–": 0x96, "—": 0x97 },
    ...{ "˜": 0x98, "™": 0x99, š: 0x9a, "›": 0x9b, œ: 0x9c, ž: 0x9e, Ÿ: 0x9f },
  }),
)

/** Encodes in the code page that DATEV reads; other characters become question marks. */
export function encodeWindows1252(words: string): Uint8Array {
  return Uint8Array.from(words, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    return windows1252.get(sign) ?? (code < 0x80 || (code >= 0xa0 && code <= 0xff) ? code : 0x3f)
  })
}

/** Returns the first day of the financial year in which a day is. @param start a day without its year, such as `07-01` */
export function financialYearOf(day: Day, start: string): Day {
  const year = Number(day.slice(0, 4))
  const begun = `${year}-${start}`
  return begun <= day ? begun : `${year - 1}-${start}`
}

export const columnNames: readonly string[] = columns
