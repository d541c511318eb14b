import { Link, useRevalidator } from "@remix-run/react"
import { useEffect } from "react"
import { methodName } from "~/domain/payments/online-methods"
import { Notice } from "~/ui/notice"

export interface ProcessingView {
  method: string | null
  /** Whether the bank takes days */
  isSlow: boolean
  email: string
}

/** Milliseconds between two polls of the page; without scripts, the browser reloads it. */
const PAUSE = 10_000

export function ProcessingPayment({ method, isSlow, email }: ProcessingView) {
  useRevalidateOften(!isSlow)
  return (
    <section className="stack" aria-label="Your payment">
      {!isSlow && (
        <noscript>
          <meta httpEquiv="refresh" content={String(PAUSE / 1_000)} />
        </noscript>
      )}
      <Notice tone="neutral" title="Your bank is still processing your payment.">
        <p role="status">
          {method && method !== "card" && `You paid by ${methodName(method)}. `}
          {isSlow ? "Your bank decides within a few days." : "Your bank usually decides within a few minutes."}
        </p>
      </Notice>
      <p>
        Your items are reserved for you until then, so please do not pay again. You can close this page: we write to{" "}
        <strong>{email}</strong> as soon as your bank has decided. If it refuses, nothing is charged.
      </p>
      <p>
        <Link to="/products">Continue shopping</Link>
      </p>
    </section>
  )
}

function useRevalidateOften(often: boolean): void {
  const { revalidate, state } = useRevalidator()
  useEffect(() => {
    if (!often || state !== "idle") return
    const timer = setTimeout(revalidate, PAUSE)
    return () => clearTimeout(timer)
  }, [often, revalidate, state])
}
