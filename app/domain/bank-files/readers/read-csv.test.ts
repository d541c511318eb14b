import { describe, expect, test } from "vitest"
import { columnProblem, guessColumns } from "./csv-columns"
import { readCsvStatement, readHeadings } from "./read-csv.server"

const source = (text: string) =>
  async function* () {
    yield new TextEncoder().encode(text)
  }

const german = `Buchungstag;Beguenstigter/Zahlungspflichtiger;Verwendungszweck;Kontonummer/IBAN;Betrag;Waehrung
27.11.2026;Zoë Müller;Bestellung 1042;DE89370400440532013000;1.234,50;EUR
26.11.26;Bank;Gebühr;;-5,00;EUR`

const dutch = `"Datum","Naam / Omschrijving","Rekening","Tegenrekening","Af Bij","Bedrag (EUR)","Mededelingen"
"20261127","A. Buyer","NL91ABNA0417164300","NL91ABNA0417164300","Bij","12,30","Order 1042"
"20261127","Shop","NL91ABNA0417164300","","Af","5,00","Kosten"`

const british = `Date,Description,Paid out,Paid in
27/11/2026,ORDER 1042,,"1,234.50"
28/11/2026,FEE,5.00,`

const read = async (text: string) => {
  const headings = await readHeadings(source(text))
  return readCsvStatement(source(text), guessColumns(headings.map(({ heading }) => heading)), "GBP")
}

test("files of German, Dutch and British banks are read by their headings", async () => {
  expect(await read(german)).toMatchObject({
    entries: [
      { bookedOn: "2026-11-27", amount: 123450, currency: "EUR", payerName: "Zoë Müller", text: "Bestellung 1042" },
    ],
    outgoing: 1,
  })
  expect(await read(dutch)).toMatchObject({
    accounts: ["NL91ABNA0417164300"],
    entries: [{ bookedOn: "2026-11-27", amount: 1230, payerName: "A. Buyer", text: "Order 1042" }],
    outgoing: 1,
  })
  expect(await read(british)).toMatchObject({
    entries: [{ bookedOn: "2026-11-27", amount: 123450, currency: "GBP" }],
    outgoing: 1,
  })
})

test("months come first where a day shows it", async () => {
  const file = "Date,Amount,Description\n11/05/2026,1.00,a\n11/27/2026,1.00,b"
  expect((await read(file)).entries.map(({ bookedOn }) => bookedOn)).toEqual(["2026-11-05", "2026-11-27"])
})

describe("a file is refused with the line that cannot be read", () => {
  test.each([
    ["Line 2 has the day “soon”", "Date,Amount,Description\nsoon,1.00,a"],
    ["Line 3 has the amount “1.2.3”", "Date,Amount,Description\n2026-11-27,1.00,a\n2026-11-27,1.2.3,a"],
    ["Line 3 has no amount: is the file whole?", "Date,Amount,Description\n2026-11-27,1.00,a\n2026-11"],
    ["There are no rows below the heading", "Date,Amount,Description"],
    ["never closed", 'Date,Amount,Description\n2026-11-27,1.00,"a'],
  ])("%s", async (message, text) => {
    await expect(read(text)).rejects.toThrow(message)
  })
})

test("columns that are missing, or chosen twice, are named", () => {
  expect(columnProblem(["day", "amount", "text"])).toBeNull()
  expect(columnProblem(["day", "amount", "text", "text"])).toBeNull()
  expect(columnProblem(["amount", "text"])).toContain("day of booking")
  expect(columnProblem(["day", "text"])).toContain("amount")
  expect(columnProblem(["day", "amount"])).toContain("text of the payment")
  expect(columnProblem(["day", "day", "amount", "text"])).toContain("Two columns")
})

describe("a column states whether money arrived or left", () => {
  const direction = (word: string) => read(`Date,Amount,Debit/Credit,Description\n2026-11-27,1.00,${word},a`)

  test.each(["Crédit", "CRDT", "Haben", "H", "Gutschrift", "Bij", "Avere", "Abono", "Uznanie", "Wpływ", "+"])(
    "%s: it arrived",
    async (word) => expect(await direction(word)).toMatchObject({ entries: [{ amount: 100 }], outgoing: 0 }),
  )

  test.each(["Débit", "Belastung", "Lastschrift", "Soll", "S", "Af", "Dare", "Cargo", "Obciążenie", "Wypływ", "-"])(
    "%s: it left",
    async (word) => expect(await direction(word)).toMatchObject({ entries: [], outgoing: 1 }),
  )

  test.each(["Transfer", ""])("“%s” does not say it, so the file is refused", async (word) => {
    await expect(direction(word)).rejects.toThrow(/^Line 2 .* whether its money arrived or left$/)
  })
})

describe("a column states whether the bank has booked an entry", () => {
  const state = (word: string) => read(`Date,Amount,State,Description\n,9.00,${word},a\n2026-11-27,1.00,Completed,b`)

  test.each(["PENDING", "REVERTED", "Umsatz vorgemerkt", "En attente"])("%s: it is left out", async (word) => {
    expect(await state(word)).toMatchObject({ entries: [{ amount: 100, text: "b" }], pending: 1 })
  })

  test("an unknown word does not say it, so the file is refused", async () => {
    await expect(state("Maybe")).rejects.toThrow(
      "Line 2 has “Maybe”, which does not say whether the bank has booked it",
    )
  })
})
