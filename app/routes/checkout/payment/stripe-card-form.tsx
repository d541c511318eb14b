import { useRevalidator } from "@remix-run/react"
import { useEffect, useState } from "react"
import type { Customer } from "~/domain/payments/gateway"
import { Button } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"
import { Notice } from "~/ui/notice"
import { useHydrated } from "~/ui/use-hydrated"
import { loadStripeFields, type StripeFields } from "./stripe-fields"

interface StripeCardFormProps {
  /** Cents. */
  total: number
  checkoutId: string
  customer: Customer
}

/** Without scripts, or if Stripe's fields do not load, the button leads to Stripe's own page. */
export function StripeCardForm({ total, checkoutId, customer }: StripeCardFormProps) {
  const formatMoney = useFormatMoney()
  const hydrated = useHydrated()
  const { fields, failure } = useStripeFields(checkoutId)
  if (fields) return <fields.Form {...fields} total={total} customer={customer} />
  return (
    <form method="post" action="/process/payment/hosted" className="form">
      <input type="hidden" name="checkout" value={checkoutId} />
      {failure && (
        <Notice tone="bad" title="The card form could not be loaded">
          {failure}
        </Notice>
      )}
      <p>You enter your card on the secure page of Stripe, our payment service, and come back here.</p>
      <Button wide icon="lock" busy={hydrated && !failure}>
        {`Pay ${formatMoney(total)}`}
      </Button>
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
      // Nothing to pay any more: the server redirects.
      (found) => left || (found ? setFields(found) : revalidate()),
      (error: Error) => left || setFailure(error.message),
    )
    return () => {
      left = true
    }
  }, [checkoutId, revalidate])
  return { fields, failure }
}

/** Back may lead here within another page, whose security policy excludes Stripe. */
function isOwnDocument(): boolean {
  const [loaded] = performance.getEntriesByType("navigation")
  return !loaded || new URL(loaded.name).pathname === window.location.pathname
}
