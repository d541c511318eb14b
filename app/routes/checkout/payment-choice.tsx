import type { OfferedPaymentMethod, PaymentMethod } from "~/domain/settings/payment-methods"
import { Button } from "~/ui/button"
import { GetForm } from "~/ui/lists/get-form"
import { Price } from "~/ui/price"
import { useHydrated } from "~/ui/use-hydrated"

interface PaymentChoiceProps {
  payments: readonly OfferedPaymentMethod[]
  chosen: PaymentMethod
  /** The id of the chosen shipping method */
  method: string
  transferDays: number
}

/** A single way to pay is not a choice. */
export function PaymentChoice({ payments, chosen, method, transferDays }: PaymentChoiceProps) {
  const hydrated = useHydrated()
  if (payments.length < 2) return null
  return (
    <section className="stack" aria-labelledby="payment">
      <h2 id="payment">Payment</h2>
      <GetForm
        tool={{
          name: "choose_payment",
          description: "Chooses how the order is paid and shows the total",
          submits: true,
        }}
        className="stack stack-s"
        preventScrollReset
        onChange={hydrated ? (event) => event.currentTarget.requestSubmit() : undefined}
      >
        <input type="hidden" name="method" value={method} />
        {payments.map((payment) => (
          <div key={payment.method} className="field field-checkbox">
            <label>
              <input
                key={chosen}
                type="radio"
                name="payment"
                value={payment.method}
                defaultChecked={payment.method === chosen}
                aria-describedby={`payment-${payment.method}`}
              />
              <span>
                {choiceNames[payment.method]}
                {payment.fee > 0 && (
                  <>
                    : <Price cents={payment.fee} /> extra
                  </>
                )}
              </span>
            </label>
            <p className="muted" id={`payment-${payment.method}`}>
              {meanings[payment.method](transferDays)}
            </p>
          </div>
        ))}
        {!hydrated && <Button variant="secondary">Update payment</Button>}
      </GetForm>
    </section>
  )
}

const choiceNames: Record<PaymentMethod, string> = {
  online: "Pay now by card",
  transfer: "Bank transfer",
  collection: "Pay when you collect it",
  delivery: "Cash on delivery",
}

const meanings: Record<PaymentMethod, (transferDays: number) => string> = {
  online: () => "You enter your card in the next step, and we pack your order at once.",
  transfer: (days) =>
    `You get our bank details after ordering. We reserve the items for ${days === 1 ? "a day" : `${days} days`} and send them when your money has arrived.`,
  collection: () => "We prepare your order, and you pay in our shop.",
  delivery: () => "You pay the carrier when your order arrives.",
}
