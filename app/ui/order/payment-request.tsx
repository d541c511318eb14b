import type { ReactNode } from "react"
import { formatReference } from "~/domain/bank-transfer/creditor-reference"
import { formatIban } from "~/domain/bank-transfer/iban"
import { longDay } from "~/domain/days/calendar"
import type { PaymentRequest } from "~/domain/orders/receiving/payment-request.server"
import type { PaymentMethod } from "~/domain/settings/payment-methods"
import { Fact } from "~/ui/fact"
import { Notice } from "~/ui/notice"
import { Price } from "~/ui/price"

/** Says what the customer of an unpaid order has to do. Children follow the account of a transfer. */
export function PaymentRequestNotice({ request, children }: { request: PaymentRequest | null; children?: ReactNode }) {
  if (request === null) return null
  const { method, missing, received, payBy, transfer } = request
  return (
    <Notice tone="bad" title="Not paid yet">
      {received > 0 && (
        <p>
          We have received <Price cents={received} />.
        </p>
      )}
      <p>
        Please pay <Price cents={missing} /> {occasions[method]}
        {payBy && ` by ${longDay(payBy)}`}.{transfer && " We send your order when the money has arrived."}
      </p>
      {transfer && (
        <dl className="facts">
          <Fact name="Account holder">{transfer.holder}</Fact>
          <Fact name="IBAN">
            <code>{formatIban(transfer.iban)}</code>
          </Fact>
          {transfer.bic && (
            <Fact name="BIC">
              <code>{transfer.bic}</code>
            </Fact>
          )}
          <Fact name="Reference">
            <code>{formatReference(transfer.reference)}</code>
          </Fact>
        </dl>
      )}
      {children}
    </Notice>
  )
}

const occasions: Record<PaymentMethod, string> = {
  online: "by card",
  transfer: "by bank transfer",
  collection: "when you collect your order",
  delivery: "when your order is delivered",
}
