import { orderName } from "~/domain/orders/order"
import type { Statement } from "~/domain/returns/return"
import { DateTime } from "~/ui/date-time"
import { Fact } from "~/ui/fact"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { CardPage } from "~/ui/shell/page"

interface DeclaredStatementProps {
  declared: Statement & { orderNumber: number }
}

/** Shows a withdrawal that was sent without signing in, with the button to confirm it. */
export function DeclaredStatement({ declared }: DeclaredStatementProps) {
  const { name, items, reason, at, orderNumber } = declared
  const [form] = useShopForm({ id: "confirm-withdrawal" })
  return (
    <CardPage
      title="Confirm your withdrawal"
      lead="This withdrawal was sent without signing in. Once you confirm it, items that have not been shipped are cancelled and refunded. Please send back items that have been shipped."
    >
      <ShopForm tool={null} form={form}>
        <dl className="facts">
          <Fact name="Order">{orderName(orderNumber)}</Fact>
          <Fact name="Received">
            <DateTime date={at} />
          </Fact>
          <Fact name="Name" asWritten>
            {name}
          </Fact>
          <Fact name="Items" asWritten>
            {items || "All items of the order"}
          </Fact>
          {reason && (
            <Fact name="Reason" asWritten>
              {reason}
            </Fact>
          )}
        </dl>
        <SubmitButton wide>Confirm withdrawal</SubmitButton>
      </ShopForm>
    </CardPage>
  )
}
