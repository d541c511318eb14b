import { useRevalidator } from "@remix-run/react"
import { useEffect, useState } from "react"
import { methodName, type OnlineMethod } from "~/domain/payments/online-methods"
import { SentField } from "~/ui/form/post-form"
import { Notice } from "~/ui/notice"
import { useHydrated } from "~/ui/use-hydrated"
import { PayButton, type PaymentFormProps } from "./payment-form"
import { loadStripeFields, type StripeFields } from "./stripe-fields"

interface StripeCardFormProps extends PaymentFormProps {
  methods: readonly OnlineMethod[]
}

/** Without scripts, or if Stripe's fields do not load, the button leads to Stripe's own page. */
export function StripeCardForm({ total, checkoutId, customer, methods }: StripeCardFormProps) {
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
      <p>{describeHostedPage(methods)}</p>
      <PayButton total={total} busy={hydrated && !failure} />
    </form>
  )
}

/** Stripe may leave out some of them. */
function describeHostedPage(methods: readonly OnlineMethod[]): string {
  const page = "on the secure page of Stripe, our payment service, and come back here."
  if (methods.length < 2) return `You enter your card ${page}`
  const names = new Intl.ListFormat("en-US", { type: "disjunction" }).format(methods.map(methodName))
  return `You choose how to pay ${page} Depending on your country, we accept ${names}.`
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
