import { useNavigate } from "@remix-run/react"
import { Elements, PaymentElement, useElements, useStripe } from "@stripe/react-stripe-js"
import type { Stripe } from "@stripe/stripe-js"
import { type FormEvent, useState } from "react"
import { CONNECTION_LOST } from "~/connection/messages"
import type { Customer } from "~/domain/payments/gateway"
import { paths } from "~/paths"
import type { ToastView } from "~/ui/toasts/toast"
import { Toaster } from "~/ui/toasts/toaster"
import { PayButton, type PaymentFormProps } from "./payment-form"

export { loadStripe } from "@stripe/stripe-js/pure"

type Payable = Pick<PaymentFormProps, "total" | "customer">

interface PaymentElementFormProps extends Payable {
  stripe: Stripe
  clientSecret: string
}

export function PaymentElementForm({ stripe, clientSecret, ...rest }: PaymentElementFormProps) {
  const dark = window.matchMedia("(prefers-color-scheme: dark)").matches
  return (
    <Elements stripe={stripe} options={{ clientSecret, appearance: { theme: dark ? "night" : "stripe" } }}>
      <PaymentElementFields {...rest} />
    </Elements>
  )
}

function PaymentElementFields({ total, customer }: Payable) {
  const { pay, busy, toasts } = usePayment(customer)
  return (
    <form className="form" onSubmit={pay}>
      <Toaster toasts={toasts} />
      <PaymentElement options={{ fields: { billingDetails: "never" } }} />
      <PayButton total={total} busy={busy} />
    </form>
  )
}

function usePayment(customer: Customer) {
  const stripe = useStripe()
  const elements = useElements()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [toasts, setToasts] = useState<ToastView[]>([])

  async function pay(event: FormEvent) {
    event.preventDefault()
    if (!stripe || !elements || busy) return
    setBusy(true)
    try {
      const { paymentIntent, error } = await stripe.confirmPayment({
        elements,
        redirect: "if_required",
        confirmParams: {
          return_url: `${window.location.origin}/process/payment/return`,
          payment_method_data: { billing_details: billingDetails(customer) },
        },
      })
      // An earlier click, whose response was lost, may have paid already.
      const intent = paymentIntent ?? error.payment_intent
      if (intent?.status !== "succeeded" && intent?.status !== "processing") throw new Error(error?.message)
      navigate(paths.paymentReturn(intent.id))
    } catch (error) {
      setToasts([{ type: "error", message: errorMessage(error as Error) }])
      setBusy(false)
    }
  }
  return { pay, toasts, busy: busy || !stripe || !elements }
}

/** Messages of `fetch` are for developers and differ between browsers. */
function errorMessage(error: Error): string {
  if (error instanceof TypeError) return `${CONNECTION_LOST} Please pay again: you are charged only once.`
  return error.message || "Issue processing the order"
}

function billingDetails({ name, email, phone, address }: Customer) {
  const { line1, city, state, country, postalCode } = address
  return { name, email, phone, address: { line1, line2: "", city, state, country, postal_code: postalCode } }
}
