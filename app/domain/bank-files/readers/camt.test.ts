import { describe, expect, test } from "vitest"
import { camtFile, SHOP_IBAN } from "~/testing/bank-files"
import { readCamt } from "./camt"

const transfer = { amount: "12.30", text: "Order #1042", name: "Zoë M&#252;ller", bankReference: "B1" }

test.each(["02", "04", "06", "08", "10", "13"])("version %s is read with all that a payment needs", (version) => {
  expect(readCamt(camtFile([transfer], { version }))).toEqual({
    accounts: [SHOP_IBAN],
    entries: [
      {
        ...{ kind: "credit", bookedOn: "2026-11-27", amount: 1230, currency: "EUR", payerName: "Zoë Müller" },
        ...{ payerIban: "NL91ABNA0417164300", reference: "", text: "Order #1042", bankReference: "B1" },
        account: SHOP_IBAN,
      },
    ],
    outgoing: 0,
    pending: 0,
  })
})

test("a reference keeps all its digits, and a sum all its cents", () => {
  const reference = "210000000003139471430009017"
  const { entries } = readCamt(camtFile([{ amount: "1.15", reference }, { amount: "64.10" }, { amount: "1234567.89" }]))
  expect(entries.map(({ amount }) => amount)).toEqual([115, 6410, 123456789])
  expect(entries[0]?.reference).toBe(reference)
})

test("money that left is counted, and money that the bank took back is an entry", () => {
  const left = { amount: "5.00", direction: "DBIT" } as const
  const { entries, outgoing } = readCamt(camtFile([left, { ...left, isReversal: true }]))
  expect(outgoing).toBe(1)
  expect(entries.map(({ kind, amount }) => [kind, amount])).toEqual([["reversal", 500]])
})

test("each of several payments in one entry is an entry of its own, if the bank states their sums", () => {
  const text = camtFile([{ amount: "30.00" }])
  const one = (amount: string) =>
    `<TxDtls><Amt Ccy="EUR">${amount}</Amt><RmtInf><Ustrd>${amount}</Ustrd></RmtInf></TxDtls>`
  const several = (amounts: string[]) =>
    readCamt(text.replace(/<TxDtls>[\s\S]*<\/TxDtls>/, amounts.map(one).join(""))).entries.map(({ amount }) => amount)
  expect(several(["10.00", "20.00"])).toEqual([1000, 2000])
  expect(several(["10.00", "19.00"])).toEqual([3000])
})

test("entries that are not booked yet are counted and left out", () => {
  const file = camtFile([{ amount: "1.00" }], { closing: "1000000.00" }).replace("BOOK", "PDNG")
  expect(readCamt(file)).toMatchObject({ entries: [], pending: 1 })
})

describe("a file is refused", () => {
  const whole = camtFile([transfer, transfer])

  test.each<[string, string, string]>([
    ["that is cut off", whole.slice(0, whole.length / 2), "not whole"],
    ["with a document type", whole.replace("<Document", "<!DOCTYPE Document><Document"), "DOCTYPE"],
    [
      "that expands entities",
      whole.replace("<Document", '<!DOCTYPE d [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;">]><Document').replace("Zo", "&b;"),
      "DOCTYPE",
    ],
    ["with an unknown entity", whole.replace("Zo", "&zo;"), "not whole"],
    ["whose entries do not add up to its closing balance", camtFile([transfer], { closing: "1.00" }), "do not add up"],
    ["of another message", whole.replaceAll("camt.053", "camt.052"), "camt.052 message"],
    ["of a later version", whole.replace("053.001.08", "053.001.99"), "not a bank’s XML file"],
    ["that is another XML file", "<html><body/></html>", "not a bank’s XML file"],
    ["with an unreadable sum", whole.replaceAll("12.30", "1e3"), "no sum that can be read"],
    ["nested without end", `${whole.split("<BkTo")[0]}${"<a>".repeat(100)}`, "nested too deeply"],
  ])("%s", (_, text, message) => {
    expect(() => readCamt(text)).toThrow(message)
  })
})
