import { useNavigation } from "@remix-run/react"
import { Button } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"
import { PostForm } from "~/ui/form/post-form"
import type { PaymentFormProps } from "./payment-form"

export function ApprovalForm({ total, checkoutId }: PaymentFormProps) {
  const formatMoney = useFormatMoney()
  const busy = useNavigation().state !== "idle"
  return (
    <section className="stack panel" aria-label="Your bank asks for your approval">
      <p>
        Your bank wants to make sure that this is you. Please approve the payment of{" "}
        <strong>{formatMoney(total)}</strong>. This is test mode, no money moves.
      </p>
      <PostForm tool={null} action="/process/payment/approve" className="cluster">
        <input type="hidden" name="checkout" value={checkoutId} />
        <Button name="answer" value="Approve" busy={busy}>
          Approve payment
        </Button>
        <Button name="answer" value="Decline" variant="secondary" busy={busy}>
          Decline payment
        </Button>
      </PostForm>
    </section>
  )
}
