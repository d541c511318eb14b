// /admin/return/:id/refund
import { Link, useLoaderData } from "@remix-run/react"
import { centsToText } from "~/domain/format-money"
import { orderName } from "~/domain/orders/order"
import { proposeRefund, refundReturn } from "~/domain/returns/refund-return.server"
import { findReturn } from "~/domain/returns/return-list.server"
import { ReturnRefund } from "~/domain/returns/return-schemas"
import { formatAmount } from "~/domain/settings/format-amount"
import type { ShopError } from "~/domain/shop-error"
import type { DoorwayContext } from "~/http/doorways/doorway.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { AdminPage } from "~/routes/admin/admin-page"
import { ButtonLink } from "~/ui/button"
import { useFormatMoney } from "~/ui/currency"
import { FieldError } from "~/ui/form/field"
import { MoneyField } from "~/ui/form/money-field"
import { NumberField } from "~/ui/form/number-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { title } from "~/ui/shell/title"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Refund a return")

export const loader = adminPage(
  ["orders.see", "orders.refund"],
  async ({ shop, actor, id }) => ({
    record: await findReturn(shop, actor, id),
    proposal: await proposeRefund(shop, actor, id),
  }),
  { refused: toReturn },
)

/** Where it says what has become of it meanwhile */
function toReturn({ kind, message }: ShopError, { id, toast, redirect }: DoorwayContext<unknown>) {
  if (kind !== "conflict") return null
  toast({ type: "error", message })
  return redirect(paths.adminReturn(id))
}

export const action = adminForm(
  "orders.refund",
  ReturnRefund,
  async ({ shop, actor, id, redirectWithSuccess }, { refunded, ...request }) => {
    const amount = await refundReturn(shop, actor, id, { ...request, expectedRefunded: refunded })
    return redirectWithSuccess(paths.adminReturn(id), `${formatAmount(shop, amount)} refunded`)
  },
)

type Fields = Record<"goods" | "shipping" | "refunded", string> & {
  units: { line: string; restocked: string; writtenOff: string }[]
}

export default function RefundReturn() {
  const formatMoney = useFormatMoney()
  const { record, proposal } = useLoaderData<typeof loader>()
  const lines = record.lines.filter(({ left }) => left > 0)
  const [form, fields] = useShopForm<Fields>({
    id: "refund",
    defaultValue: {
      goods: centsToText(proposal.goods),
      shipping: centsToText(proposal.shipping),
      units: lines.map(({ line, left }) => ({ line, restocked: String(left), writtenOff: "0" })),
    },
  })
  const units = fields.units.getFieldList()
  const here = paths.adminReturn(record.id)
  return (
    <AdminPage title="Refund the return" lead={<Link to={here}>Return of order {orderName(record.orderNumber)}</Link>}>
      <ShopForm form={form}>
        <input type="hidden" name={fields.refunded.name} value={proposal.refunded} />
        {lines.length === 0 && <p>All of these units have been given back in another way meanwhile.</p>}
        <div id={fields.units.id} tabIndex={-1}>
          {lines.map(({ line, name, left }, at) => {
            const of = units[at]?.getFieldset()
            return (
              of && (
                <fieldset key={line} className="form-row">
                  <legend>{`${left} × ${name}`}</legend>
                  <input type="hidden" name={of.line.name} value={line} />
                  <NumberField of={of.restocked} label="Back to stock" min={0} max={left} />
                  <NumberField of={of.writtenOff} label="Written off" min={0} max={left} />
                </fieldset>
              )
            )
          })}
          <FieldError of={fields.units} />
        </div>
        <MoneyField
          of={fields.goods}
          label="For the items"
          hint={`What was paid for all of them, with tax, is ${formatMoney(proposal.goods)}.`}
        />
        <MoneyField
          of={fields.shipping}
          label="For shipping"
          hint="Standard shipping goes back if the whole order is withdrawn from."
        />
        <p className="muted">At most {formatMoney(proposal.left)} can still be refunded for this order.</p>
        <div className="cluster">
          <SubmitButton variant="danger">Refund</SubmitButton>
          <ButtonLink to={here} variant="secondary">
            Back
          </ButtonLink>
        </div>
      </ShopForm>
    </AdminPage>
  )
}
