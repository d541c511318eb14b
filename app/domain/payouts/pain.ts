import type { Day } from "~/domain/days/days"
import { type Cents, sum } from "~/domain/money/money"

export interface CreditTransfer {
  /** An id of at most 35 characters, which comes back in the bank’s statements */
  id: string
  amount: Cents
  payeeName: string
  payeeIban: string
  reference: string
}

export interface TransferOrder {
  /** An id of at most 35 characters: a bank refuses a second file with it. */
  id: string
  createdAt: Date
  /** The day on which the bank sends the money */
  day: Day
  debtor: { holder: string; iban: string; bic: string }
  transfers: readonly CreditTransfer[]
}

/** Writes SEPA credit transfers in euros as pain.001.001.09. */
export function writePain({ id, createdAt, day, debtor, transfers }: TransferOrder): string {
  const [count, total] = [String(transfers.length), euros(sum(transfers.map(({ amount }) => amount)))]
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09">
<CstmrCdtTrfInitn>
<GrpHdr><MsgId>${id}</MsgId><CreDtTm>${createdAt.toISOString().slice(0, 19)}Z</CreDtTm><NbOfTxs>${count}</NbOfTxs><CtrlSum>${total}</CtrlSum><InitgPty><Nm>${sepaText(debtor.holder, 70)}</Nm></InitgPty></GrpHdr>
<PmtInf><PmtInfId>${id}</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg><NbOfTxs>${count}</NbOfTxs><CtrlSum>${total}</CtrlSum><PmtTpInf><SvcLvl><Cd>SEPA</Cd></SvcLvl></PmtTpInf><ReqdExctnDt><Dt>${day}</Dt></ReqdExctnDt><Dbtr><Nm>${sepaText(debtor.holder, 70)}</Nm></Dbtr><DbtrAcct><Id><IBAN>${debtor.iban}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId>${debtor.bic ? `<BICFI>${debtor.bic}</BICFI>` : "<Othr><Id>NOTPROVIDED</Id></Othr>"}</FinInstnId></DbtrAgt><ChrgBr>SLEV</ChrgBr>
${transfers.map(transferXml).join("\n")}
</PmtInf>
</CstmrCdtTrfInitn>
</Document>
`
}

function transferXml({ id, amount, payeeName, payeeIban, reference }: CreditTransfer): string {
  return `<CdtTrfTxInf><PmtId><EndToEndId>${id}</EndToEndId></PmtId><Amt><InstdAmt Ccy="EUR">${euros(amount)}</InstdAmt></Amt><Cdtr><Nm>${sepaText(payeeName, 70)}</Nm></Cdtr><CdtrAcct><Id><IBAN>${payeeIban}</IBAN></Id></CdtrAcct><RmtInf><Ustrd>${sepaText(reference, 140)}</Ustrd></RmtInf></CdtTrfTxInf>`
}

const euros = (amount: Cents) => (amount / 100).toFixed(2)

const LIGATURES: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  Æ: "AE",
  ø: "o",
  Ø: "O",
  œ: "oe",
  Œ: "OE",
  ł: "l",
  Ł: "L",
}

/** Replaces what is not in the basic Latin character set of SEPA, which every bank takes. */
function sepaText(text: string, most: number): string {
  const plain = text
    .slice(0, 500)
    .replaceAll(/[ßæÆøØœŒłŁ]/g, (letter) => LIGATURES[letter] ?? "")
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^A-Za-z\d/?:().,'+ -]/gu, " ")
    .replaceAll(/ +/g, " ")
    .trim()
  return plain.slice(0, most).trim().replaceAll("'", "&apos;") || "-"
}
