/** What a column of a bank's CSV file may be, with its label for people */
export const columnUses = {
  day: "Day of booking",
  amount: "Amount, negative if money left",
  credit: "Amount that arrived",
  debit: "Amount that left",
  direction: "Whether money arrived or left",
  state: "Whether the bank has booked it",
  currency: "Currency",
  name: "Name of the payer",
  iban: "Account of the payer",
  text: "Text of the payment",
  reference: "Reference",
  bankReference: "The bank’s own reference",
  account: "Account of the shop",
} as const

export type ColumnUse = keyof typeof columnUses

/** Several columns may have these uses; their cells are joined. */
const REPEATED: ColumnUse[] = ["text", "name"]

/** Headings of banks in English, German, Dutch, French and Polish, without capitals and accents */
const HEADINGS: Record<ColumnUse, readonly string[]> = {
  day: [
    ...["buchungstag", "buchungsdatum", "buchung", "datum", "date", "booking date", "transaction date", "boekdatum"],
    ...["date comptable", "date operation", "data operacji", "data ksiegowania", "completed date"],
  ],
  amount: [
    "betrag",
    "amount",
    "bedrag",
    "bedrag (eur)",
    "betrag (eur)",
    "montant",
    "kwota",
    "umsatz",
    "transactiebedrag",
  ],
  credit: ["haben", "credit", "gutschrift", "bij", "paid in", "uznania", "gutschrift in chf", "money in"],
  debit: ["soll", "debit", "belastung", "af", "paid out", "obciazenia", "belastung in chf", "money out"],
  direction: [
    ...["af bij", "soll/haben", "debit/credit", "s/h", "dc", "credit debit indicator", "bij/af", "direction", "sens"],
    ...["debit/kredit", "dare/avere", "debe/haber"],
  ],
  state: ["state", "status", "info", "buchungsstatus", "umsatzstatus", "statut", "etat", "estado", "stato", "stan"],
  currency: ["wahrung", "waehrung", "currency", "valuta", "munt", "devise", "waluta", "muntsoort"],
  name: [
    ...["beguenstigter/zahlungspflichtiger", "auftraggeber", "zahlungspflichtige*r", "name", "naam", "nom", "payer"],
    ...["naam tegenpartij", "naam / omschrijving", "name zahlungsbeteiligter", "counterparty", "counterparty name"],
    ...["nadawca / odbiorca", "partner name", "beneficiary / originator"],
  ],
  iban: [
    ...[
      "kontonummer/iban",
      "iban zahlungsbeteiligter",
      "tegenrekening",
      "tegenrekening iban/bban",
      "counterparty iban",
    ],
    ...["partner iban", "compte contrepartie", "rachunek kontrahenta", "counterparty account"],
  ],
  text: [
    ...["verwendungszweck", "omschrijving", "mededelingen", "omschrijving-1", "omschrijving-2", "omschrijving-3"],
    ...["description", "payment details", "payment reference", "libelle", "communication", "tytul", "tytul operacji"],
    ...["buchungstext lang", "zahlungszweck", "details", "memo"],
  ],
  reference: ["kundenreferenz (end-to-end)", "end-to-end reference", "betalingskenmerk", "reference", "referenz"],
  bankReference: ["transaction id", "transactiereferentie", "volgnr", "id transakcji", "bank reference"],
  account: ["iban auftragskonto", "auftragskonto", "rekening", "iban/bban", "account number"],
}

/** Returns a heading or a word of a bank without capitals, accents and repeated blanks. */
export const simplified = (text: string) =>
  text.slice(0, 200).normalize("NFKD").replaceAll(/\p{M}/gu, "").replaceAll(/\s+/g, " ").trim().toLowerCase()

/** Returns the likely use of each heading, or null. */
export function guessColumns(headings: readonly string[]): (ColumnUse | null)[] {
  const taken = new Set<ColumnUse>()
  return headings.map((heading) => {
    const name = simplified(heading)
    const use = (Object.keys(HEADINGS) as ColumnUse[]).find((use) => HEADINGS[use].includes(name)) ?? null
    if (use === null || (taken.has(use) && !REPEATED.includes(use))) return null
    taken.add(use)
    return use
  })
}

/** Returns why a file cannot be read with these uses, or null. */
export function columnProblem(uses: readonly (ColumnUse | null)[]): string | null {
  const count = (use: ColumnUse) => uses.filter((one) => one === use).length
  const repeated = (Object.keys(columnUses) as ColumnUse[]).find((use) => count(use) > 1 && !REPEATED.includes(use))
  if (repeated) return `Two columns are chosen as “${columnUses[repeated]}”`
  if (count("day") === 0) return "Please choose the column with the day of booking"
  if (count("amount") + count("credit") === 0) return "Please choose the column with the amount"
  if (count("amount") + count("credit") > 1) return "Please choose one column with the amount that arrived"
  if (count("text") + count("reference") === 0) return "Please choose the column with the text of the payment"
  return null
}
