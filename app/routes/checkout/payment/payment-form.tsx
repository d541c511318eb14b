import type { Customer } from "~/domain/payments/gateway"
import { Button } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"

/** The content and fields of each payment method */
export interface PaymentFormProps {
  /** The amount in cents */
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
