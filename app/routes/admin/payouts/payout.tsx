// /admin/payout/:id

import { Link, useLoaderData } from "@remix-run/react"
import { formatIban } from "~/domain/bank-transfer/iban"
import { formatMoney } from "~/domain/money/format-money"
import { orderName } from "~/domain/orders/order"
import { payoutStatuses } from "~/domain/payouts/payout"
import { PayeeForm } from "~/domain/payouts/payout-filter"
import { changePayee, findPayout } from "~/domain/payouts/payout-list.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { ButtonLink } from "~/ui/button"
import { ConfirmLink } from "~/ui/confirm-link"
import { Fact } from "~/ui/fact"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { RecordLink } from "../permitted/permitted"

export const meta = title("Payout")

export const loader = adminPage("orders.refund", async ({ shop, actor, id }) => ({
  payout: await findPayout(shop, actor, id),
}))

export const action = adminForm(
  "orders.refund",
  PayeeForm,
  async ({ shop, actor, id, redirectWithSuccess }, payee) => {
    await changePayee(shop, actor, id, payee)
    return redirectWithSuccess("/admin/payouts", "The account is saved")
  },
  { proof: "refund.large" },
)

export default function PayoutPage() {
  const { payout } = useLoaderData<typeof loader>()
  const { status, orderId, orderNumber, reference, refundId } = payout
  return (
    <AdminPage
      title={`Pay back ${formatMoney(payout.amount, payout.currency)}`}
      lead={<Link to="/admin/payouts">All payouts</Link>}
    >
      <dl className="facts">
        <Fact name="Status">
          <Badge tone={payoutStatuses[status].tone}>{payoutStatuses[status].label}</Badge>
        </Fact>
        {orderId && orderNumber !== null && (
          <Fact name="Order">
            <RecordLink to={paths.adminOrder(orderId)}>{orderName(orderNumber)}</RecordLink>
          </Fact>
        )}
        <Fact name="Text on the statement">{reference}</Fact>
        {status !== "open" && (
          <Fact name="Account">
            <bdi>{payout.payeeName}</bdi> {payout.payeeIban && formatIban(payout.payeeIban)}
          </Fact>
        )}
      </dl>
      {status === "open" && <Payee />}
      {status === "open" && refundId === null && (
        <ConfirmLink
          to={paths.cancelPayout(payout.id)}
          label="Cancel this payout"
          title="Cancel this payout?"
          confirm="Cancel the payout"
        >
          <p>The money stays with the shop.</p>
        </ConfirmLink>
      )}
      {status === "cancelled" && (
        <ButtonLink to={paths.reopenPayout(payout.id)} variant="secondary">
          Open this payout again
        </ButtonLink>
      )}
    </AdminPage>
  )
}

function Payee() {
  const { payout } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<Record<"payeeName" | "payeeIban", string>>({
    id: "payee",
    defaultValue: { payeeName: payout.payeeName, payeeIban: payout.payeeIban ? formatIban(payout.payeeIban) : "" },
  })
  return (
    <ShopForm tool={{ name: "save_payee", description: "Saves the account that money is paid back to" }} form={form}>
      <TextField of={fields.payeeName} label="Account holder" required />
      <TextField of={fields.payeeIban} label="IBAN" hint="Such as NL91 ABNA 0417 1643 00" required />
      <SubmitOrCancel cancel="/admin/payouts">Save the account</SubmitOrCancel>
    </ShopForm>
  )
}
