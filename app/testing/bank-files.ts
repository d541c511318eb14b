/** A transfer that a bank's file states; amounts are written as in the file. */
export interface TestTransfer {
  amount: string
  text?: string
  reference?: string
  name?: string
  iban?: string
  bankReference?: string
  day?: string
  currency?: string
  direction?: "CRDT" | "DBIT"
  isReversal?: boolean
}

export const SHOP_IBAN = "DE89370400440532013000"

const cents = (amount: string) => Math.round(Number(amount) * 100)

/** Writes a statement as the published format describes it, with balances that fit unless `closing` is given. */
export function camtFile(
  transfers: readonly TestTransfer[],
  { version = "08", currency = "EUR", closing }: { version?: string; currency?: string; closing?: string } = {},
): string {
  const sum = transfers.reduce(
    (all, { amount, direction = "CRDT" }) => all + (direction === "CRDT" ? cents(amount) : -cents(amount)),
    0,
  )
  const balance = (code: string, amount: string) =>
    `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="${currency}">${amount}</Amt>` +
    "<CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-11-27</Dt></Dt></Bal>"
  const entries = transfers.map((transfer) => camtEntry(transfer, version, currency)).join("\n")
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt>
<GrpHdr><MsgId>M1</MsgId><CreDtTm>2026-11-28T06:00:00</CreDtTm></GrpHdr>
<Stmt><Id>S1</Id><Acct><Id><IBAN>${SHOP_IBAN}</IBAN></Id></Acct>
${balance("OPBD", "1000000.00")}${balance("CLBD", closing ?? ((100_000_000 + sum) / 100).toFixed(2))}
${entries}
</Stmt></BkToCstmrStmt></Document>`
}

function camtEntry(transfer: TestTransfer, version: string, currency: string): string {
  const { amount, day = "2026-11-27", direction = "CRDT", isReversal, bankReference } = transfer
  const { name = "Ada Buyer", iban = "NL91ABNA0417164300", text = "", reference } = transfer
  const party = version === "02" ? `<Nm>${name}</Nm>` : `<Pty><Nm>${name}</Nm></Pty>`
  return `<Ntry><Amt Ccy="${transfer.currency ?? currency}">${amount}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${
    isReversal ? "<RvslInd>true</RvslInd>" : ""
  }<Sts>${version === "02" ? "BOOK" : "<Cd>BOOK</Cd>"}</Sts><BookgDt><Dt>${day}</Dt></BookgDt>${
    bankReference ? `<AcctSvcrRef>${bankReference}</AcctSvcrRef>` : ""
  }<NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RltdPties><Dbtr>${party}</Dbtr>
<DbtrAcct><Id><IBAN>${iban}</IBAN></Id></DbtrAcct></RltdPties><RmtInf>${text ? `<Ustrd>${text}</Ustrd>` : ""}${
    reference ? `<Strd><CdtrRefInf><Ref>${reference}</Ref></CdtrRefInf></Strd>` : ""
  }</RmtInf></TxDtls></NtryDtls></Ntry>`
}

/** Writes a statement in MT940 with the field 86 of German banks; amounts have a comma. */
export function mt940File(transfers: readonly { sign: string; amount: string; details: string }[], closing?: string) {
  const sum = transfers.reduce((all, { sign, amount }) => {
    const value = cents(amount.replace(",", "."))
    return sign === "C" || sign === "RD" ? all + value : all - value
  }, 0)
  const balance = ((100_000 + sum) / 100).toFixed(2).replace(".", ",")
  const entries = transfers.map(
    ({ sign, amount, details }) => `:61:2611271127${sign}${amount}NTRFNONREF//B${amount}\n:86:${details}`,
  )
  return [
    ":20:STATEMENT",
    `:25:${SHOP_IBAN}EUR`,
    ":28C:331/1",
    ":60F:C261126EUR1000,00",
    ...entries,
    `:62F:C261127EUR${closing ?? balance}`,
    "-",
  ].join("\r\n")
}
