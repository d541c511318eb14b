import { useNavigation } from "@remix-run/react"
import { type OnlineMethod, onlineMethods } from "~/domain/payments/online-methods"
import { PostForm } from "~/ui/form/post-form"
import { Notice } from "~/ui/notice"
import { PayButton, type PaymentFormProps } from "./payment-form"

/** Leads to the method's test page. */
export function TestMethodForm({ total, checkoutId, method }: PaymentFormProps & { method: OnlineMethod }) {
  const busy = useNavigation().state !== "idle"
  const { name } = onlineMethods[method]
  return (
    <>
      <Notice tone="neutral" title="Test mode, no money moves">
        <p>The button leads to a test page of {name}, where you approve or decline the payment.</p>
      </Notice>
      <PostForm tool={null} action="/process/payment/method" className="form">
        <input type="hidden" name="checkout" value={checkoutId} />
        <input type="hidden" name="method" value={method} />
        <PayButton total={total} busy={busy} />
      </PostForm>
    </>
  )
}
