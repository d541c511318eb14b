import { describe, expect, test } from "vitest"
import { mt940File, SHOP_IBAN } from "~/testing/bank-files"
import { isMt940, readMt940 } from "./mt940"

const german =
  "166?00GUTSCHRIFT?109310?20EREF+RF97001042?21SVWZ+Bestellung 1042 vielen \r\n?22Dank?30COBADEFFXXX?31DE89370400440532013000?32Zoë Müller?33-Schmidt"
const dutch =
  "/TRTP/SEPA OVERBOEKING/IBAN/NL91ABNA0417164300/BIC/ABNANL2A/NAME/A. BUYER\r\n/REMI/Order 1042 koffie/thee/EREF/NOTPROVIDED"

const read = (details: string, sign = "C") =>
  readMt940(mt940File([{ sign, amount: "12,30", details }])).entries[0] ?? expect.fail("no entry")

test("the fields of German banks give the payer, the account, the reference and the text", () => {
  expect(read(german)).toEqual({
    ...{ kind: "credit", bookedOn: "2026-11-27", amount: 1230, currency: "EUR", payerName: "Zoë Müller-Schmidt" },
    ...{ payerIban: "DE89370400440532013000", reference: "RF97001042", text: "Bestellung 1042 vielen Dank" },
    ...{ bankReference: "B12,30", account: SHOP_IBAN },
  })
})

test("the fields of Dutch banks keep the slashes of a text", () => {
  expect(read(dutch)).toMatchObject({
    ...{ payerName: "A. BUYER", payerIban: "NL91ABNA0417164300", reference: "", text: "Order 1042 koffie/thee" },
  })
  expect(read("/CNTP/NL91ABNA0417164300/ABNANL2A/A. BUYER/AMSTERDAM//REMI/USTD//Order 1042/")).toMatchObject({
    ...{ payerName: "A. BUYER", payerIban: "NL91ABNA0417164300", text: "Order 1042" },
  })
  expect(read("/EREF/K1/REMI/STRD/CUR/9001042/")).toMatchObject({ reference: "9001042" })
})

test("a text without any form is kept as it is", () => {
  expect(read("WPŁATA ZAMÓWIENIE 1042\r\nOD JANA")).toMatchObject({ text: "WPŁATA ZAMÓWIENIE 1042 OD JANA" })
})

test("money that left is counted, and a reversed credit is an entry", () => {
  const details = german
  const file = mt940File([
    { sign: "D", amount: "5,00", details },
    { sign: "RD", amount: "6,", details },
    { sign: "RC", amount: "7,00", details },
  ])
  const { entries, outgoing } = readMt940(file)
  expect(outgoing).toBe(1)
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([
    ["credit", 600],
    ["reversal", 700],
  ])
})

test("an entry at the turn of a year is booked in the right one", () => {
  const bookedOn = (dates: string) =>
    readMt940(mt940File([{ sign: "C", amount: "1,00", details: german }]).replace("2611271127", dates)).entries[0]
      ?.bookedOn
  expect(bookedOn("2612310102")).toBe("2027-01-02")
  expect(bookedOn("2701011231")).toBe("2026-12-31")
  expect(bookedOn("270101")).toBe("2027-01-01")
})

describe("a file is refused", () => {
  const whole = mt940File([{ sign: "C", amount: "12,30", details: german }])

  test("that is cut off", () => {
    expect(() => readMt940(whole.slice(0, whole.indexOf(":62F:")))).toThrow("not whole")
    expect(() => readMt940(whole.slice(0, whole.indexOf(":62F:")) + whole)).toThrow("not whole")
  })

  test("whose entries do not add up to its closing balance", () => {
    const file = mt940File([{ sign: "C", amount: "12,30", details: german }], "1,00")
    expect(() => readMt940(file)).toThrow("do not add up")
  })

  test("with an entry that cannot be read", () => {
    expect(() => readMt940(whole.replace("12,30N", "xN"))).toThrow("cannot be read")
  })
})

test("other texts are not taken for MT940", () => {
  expect(isMt940(mt940File([]))).toBe(true)
  expect(isMt940("Datum;Betrag\n:20:;1")).toBe(false)
})
