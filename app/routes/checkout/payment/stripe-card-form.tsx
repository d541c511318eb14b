import { useRevalidator } from "@remix-run/react"
import { useEffect, useState } from "react"
import { SentField } from "~/ui/form/post-form"
import { Notice } from "~/ui/notice"
import { useHydrated } from "~/ui/use-hydrated"
import { PayButton, type PaymentFormProps } from "./payment-form"
import { loadStripeFields, type StripeFields } from "./stripe-fields"

/** Without scripts, or if Stripe's fields do not load, the button leads to Stripe's own page. */
export function StripeCardForm({ total, checkoutId, customer }: PaymentFormProps) {
  const hydrated = useHydrated()
  const { fields, failure } = useStripeFields(checkoutId)
  if (fields) return <fields.Form {...fields} total={total} customer={customer} />
  return (
    <form method="post" action="/process/payment/hosted" className="form">
      <SentField />
      <input type="hidden" name="checkout" value={checkoutId} />
      {failure && (
        <Notice tone="bad" title="The card form could not be loaded">
          {failure}
        </Notice>
      )}
      <p>You enter your card on the secure page of Stripe, our payment service, and come back here.</p>
      <PayButton total={total} busy={hydrated && !failure} />
    </form>
  )
}

function useStripeFields(checkoutId: string) {
  const [fields, setFields] = useState<StripeFields | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isOwnDocument()) return window.location.reload()
    let left = false
    loadStripeFields(checkoutId).then(
      // There is nothing left to pay: the server redirects.
      (found) => left || (found ? setFields(found) : revalidate()),
      (error: Error) => left || setFailure(error.message),
    )
    return () => {
      left = true
    }
  }, [checkoutId, revalidate])
  return { fields, failure }
}

/** The Back button may lead here within another page, whose security policy excludes Stripe. */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType("navigation")
  return !loaded || new URL(loaded.name).pathname === window.location.pathname
}
