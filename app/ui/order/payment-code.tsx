import { formatReference } from "~/domain/bank-transfer/creditor-reference"
import { formatIban } from "~/domain/bank-transfer/iban"
import type { QrCode } from "~/domain/bank-transfer/qr-code"
import type { SwissAddress } from "~/domain/bank-transfer/swiss-bill"
import { CROSS } from "~/domain/bank-transfer/swiss-cross"
import type { PaymentCode, SwissBillForm } from "~/domain/orders/receiving/payment-code.server"
import { Fact } from "~/ui/fact"

/** The QR code of a transfer, for the customer's banking app */
export function PaymentCodePicture({ code }: { code: PaymentCode | null }) {
  if (code === null) return null
  const { qrCode, bill } = code
  return (
    <div className="stack">
      <p>Scan this code with your banking app, and check what it shows.</p>
      <Code qrCode={qrCode} isSwiss={bill !== null} />
      {bill && <PaymentPart bill={bill} />}
    </div>
  )
}

/** Dark on light in every colour scheme, as scanners expect */
function Code({ qrCode: { size, path }, isSwiss }: { qrCode: QrCode; isSwiss: boolean }) {
  // The code is 46 mm wide without its quiet zone of 4 modules on each side.
  const scale = (size - 8) / 46
  const label = isSwiss ? "Swiss QR code" : "QR code of the transfer"
  return (
    <svg viewBox={`0 0 ${size} ${size}`} width="240" height="240" role="img" aria-label={label}>
      <path fill="#fff" d={`M0 0h${size}v${size}H0z`} />
      <path fill="#000" d={path} shapeRendering="crispEdges" />
      {isSwiss && (
        <g transform={`translate(${size / 2} ${size / 2}) scale(${scale})`}>
          <path fill="#fff" d={CROSS.ground} />
          <path fill="#000" d={CROSS.square} />
          <path fill="#fff" d={CROSS.cross} />
        </g>
      )}
    </svg>
  )
}

/** The texts of a Swiss QR-bill, with the headings that its guidelines prescribe */
function PaymentPart({ bill }: { bill: SwissBillForm }) {
  const { iban, creditor, debtor, reference, referenceType, message, currency, amount } = bill
  return (
    <dl className="facts">
      <Fact name="Account / Payable to" asWritten>
        {`${formatIban(iban)}\n${linesOf(creditor)}`}
      </Fact>
      {referenceType !== "NON" && <Fact name="Reference">{formatReference(reference)}</Fact>}
      <Fact name="Additional information">{message}</Fact>
      {debtor && (
        <Fact name="Payable by" asWritten>
          {linesOf(debtor)}
        </Fact>
      )}
      <Fact name="Currency">{currency}</Fact>
      <Fact name="Amount">{amount}</Fact>
    </dl>
  )
}

function linesOf({ name, street, country, postalCode, town }: SwissAddress): string {
  return [name, street, `${country === "CH" ? "" : `${country}-`}${postalCode} ${town}`].filter(Boolean).join("\n")
}
