// /admin/return/:id/refund
import { Link, useLoaderData } from "@remix-run/react"
import { centsToText } from "~/domain/money/format-money"
import { listWaitingRefunds } from "~/domain/orders/cancellation/refund-requests.server"
import { orderName } from "~/domain/orders/order"
import { refundSnapshotOf } from "~/domain/orders/refund-snapshot"
import { proposeRefund, refundReturnOrRequest } from "~/domain/returns/refund-return.server"
import type { ReturnRecord } from "~/domain/returns/return"
import { findReturn } from "~/domain/returns/return-list.server"
import { ReturnRefund } from "~/domain/returns/return-schemas"
import { formatAmount } from "~/domain/settings/format-amount"
import type { ShopError } from "~/domain/shop-error"
import type { DoorwayContext } from "~/http/doorways/doorway.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { useFormatMoney } from "~/ui/currency"
import { FieldError } from "~/ui/form/field"
import { MoneyField } from "~/ui/form/money-field"
import { NumberField } from "~/ui/form/number-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { linesKey, useResultOfLines } from "~/ui/form/use-result-of-lines"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { refundWords } from "../orders/refund-words"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Refund a return")

export const loader = adminPage(
  ["orders.see", "orders.refund"],
  async ({ shop, actor, id }) => {
    const record = await findReturn(shop, actor, id)
    const waiting = await listWaitingRefunds(shop, actor, record.orderId)
    return {
      record,
      proposal: await proposeRefund(shop, actor, id),
      waiting: waiting.find(({ request }) => request.ofReturn?.id === id),
    }
  },
  { refused: toReturn },
)

/** Leads to the return, whose status has changed in the meantime. */
function toReturn({ kind, message }: ShopError, { id, toast, redirect }: DoorwayContext<unknown>) {
  if (kind !== "conflict") return null
  toast({ type: "error", message })
  return redirect(paths.adminReturn(id))
}

export const action = adminForm(
  "orders.refund",
  ReturnRefund,
  async ({ shop, actor, id, redirectWithSuccess }, { snapshot, refunded, ...request }) => {
    const done = await refundReturnOrRequest(shop, actor, id, {
      ...request,
      snapshot: refundSnapshotOf({ snapshot, refunded }),
    })
    const words =
      "waiting" in done
        ? `The refund of ${formatAmount(shop, done.waiting)} is waiting for someone with a higher limit`
        : refundWords(shop, done.refunded)
    return redirectWithSuccess(paths.adminReturn(id), words)
  },
)

type Fields = Record<"goods" | "shipping" | "snapshot", string> & {
  units: { line: string; restocked: string; writtenOff: string }[]
}

export default function RefundReturn() {
  const lines = useLoaderData<typeof loader>().record.lines.filter(({ left }) => left > 0)
  return <RefundPage key={linesKey(lines)} lines={lines} />
}

function RefundPage({ lines }: { lines: ReturnRecord["lines"] }) {
  const formatMoney = useFormatMoney()
  const { record, proposal, waiting } = useLoaderData<typeof loader>()
  const { goods, shipping, units: asked } = waiting?.request.ofReturn ?? { ...proposal, units: [] }
  const proposed = lines.map(({ line, left }) => {
    const { restocked, writtenOff } = asked.find((one) => one.line === line) ?? { restocked: left, writtenOff: 0 }
    return { line, restocked: String(restocked), writtenOff: String(writtenOff) }
  })
  const [form, fields] = useShopForm<Fields>({
    id: "refund",
    lastResult: useResultOfLines(proposed),
    defaultValue: { goods: centsToText(goods), shipping: centsToText(shipping), units: proposed },
  })
  const units = fields.units.getFieldList()
  const here = paths.adminReturn(record.id)
  return (
    <AdminPage title="Refund the return" lead={<Link to={here}>Return of order {orderName(record.orderNumber)}</Link>}>
      {waiting && (
        <Notice tone="neutral" title={`${waiting.by} asks for a refund of ${formatMoney(waiting.amount)}`}>
          That is more than their role permits. You can change the amount; your refund ends the request.
        </Notice>
      )}
      <ShopForm tool={{ name: "refund_return", description: "Refunds the returned units" }} form={form}>
        <input type="hidden" name={fields.snapshot.name} value={proposal.refunded} />
        {lines.length === 0 && <p>All of these units have since been returned in another way.</p>}
        <div id={fields.units.id} tabIndex={-1}>
          {lines.map(({ line, name, left }, at) => {
            const of = units[at]?.getFieldset()
            return (
              of && (
                <fieldset key={line} className="fieldset-row">
                  <legend>{`${left} × ${name}`}</legend>
                  <input type="hidden" name={of.line.name} value={line} />
                  <div className="form-row">
                    <NumberField of={of.restocked} label="Back to stock" min={0} max={left} />
                    <NumberField of={of.writtenOff} label="Written off" min={0} max={left} />
                  </div>
                </fieldset>
              )
            )
          })}
          <FieldError of={fields.units} />
        </div>
        <MoneyField
          of={fields.goods}
          label="For the items"
          hint={`${formatMoney(proposal.goods)} was paid for all of them, with tax.`}
        />
        <MoneyField
          of={fields.shipping}
          label="For shipping"
          hint="Standard shipping is refunded if the customer withdraws from the whole order."
        />
        <p className="muted">At most {formatMoney(proposal.left)} can still be refunded for this order.</p>
        <SubmitOrCancel variant="danger" cancel={here} cancelLabel="Back" cancelVariant="secondary">
          Refund
        </SubmitOrCancel>
      </ShopForm>
    </AdminPage>
  )
}
