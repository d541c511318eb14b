import type { Customer } from "~/domain/payments/gateway"
import { Button } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"

/** What each way to pay shows and sends */
export interface PaymentFormProps {
  /** Cents. */
  total: number
  checkoutId: string
  customer: Customer
}

interface PayButtonProps extends Pick<PaymentFormProps, "total"> {
  busy: boolean
}

export function PayButton({ total, busy }: PayButtonProps) {
  const formatMoney = useFormatMoney()
  return (
    <Button wide icon="lock" busy={busy}>
      {`Pay ${formatMoney(total)}`}
    </Button>
  )
}
