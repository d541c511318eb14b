// /order/:id/return
import { Link, useLoaderData } from "@remix-run/react"
import { longDay } from "~/domain/days/calendar"
import { orderName } from "~/domain/orders/order"
import { FormKey } from "~/domain/records/form-key"
import { MAX_DETAILS, returnReasons } from "~/domain/returns/return"
import { ReturnRequest } from "~/domain/returns/return-schemas"
import { findReturnable } from "~/domain/returns/withdrawable.server"
import { orderForm } from "~/http/doorways/form.server"
import { orderPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { Refusal } from "~/ui/form/refusal"
import { SelectField } from "~/ui/form/select-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextareaField } from "~/ui/form/textarea-field"
import { linesKey, useResultOfLines } from "~/ui/form/use-result-of-lines"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { orderTrail } from "../order-trail"
import { UnitFields } from "./unit-fields"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ order }) => `Return items of order ${orderName(order.number)}`)

export const loader = orderPage(async ({ shop, actor, id }) => {
  return { order: await findReturnable(shop, actor, id), isGuest: actor.kind === "guest", formKey: newFormKey() }
})

export const action = orderForm(ReturnRequest.extend({ formKey: FormKey }), async (ctx, request) => {
  const { requestReturn } = await import("~/domain/returns/request-return.server")
  await submitOnce(ctx, (tx) => requestReturn(tx, ctx.actor, ctx.id, request))
  return ctx.redirectWithSuccess(paths.order(ctx.id), "We have received your request and will confirm it by email")
})

export default function ReturnItems() {
  const { order, isGuest } = useLoaderData<typeof loader>()
  const isPossible = order.refusal === null && order.available > 0
  const units = order.lines.flatMap(({ id, available }) => (available > 0 ? [{ line: id, quantity: "0" }] : []))
  return (
    <NarrowPage
      trail={orderTrail(order, isGuest, "Return items")}
      title="Return items"
      lead={isPossible ? <Lead /> : `${order.refusal ?? "Nothing is left to return"}.`}
    >
      {isPossible ? (
        <RequestForm key={linesKey(units)} units={units} />
      ) : (
        <>
          <Refusal id="return" />
          <ButtonLink to={paths.order(order.id)}>Show your order</ButtonLink>
        </>
      )}
    </NarrowPage>
  )
}

function Lead() {
  const { order } = useLoaderData<typeof loader>()
  return (
    <>
      You can return these items beyond your legal right of withdrawal
      {order.lastDay && (
        <>
          , until the end of <time dateTime={order.lastDay}>{longDay(order.lastDay)}</time>
        </>
      )}
      . To use your legal right of withdrawal, without giving a reason, please{" "}
      <Link to={paths.withdrawOrder(order.id)}>withdraw from the contract</Link> instead.
    </>
  )
}

type Fields = Record<"reason" | "details" | "available", string> & { units: { line: string; quantity: string }[] }

function RequestForm({ units }: { units: Fields["units"] }) {
  const { order, formKey } = useLoaderData<typeof loader>()
  const { lines, available } = order
  const choosable = lines.filter((line) => line.available > 0)
  const [form, fields] = useShopForm<Fields>({
    id: "return",
    lastResult: useResultOfLines(units),
    defaultValue: { units },
  })
  return (
    <ShopForm
      tool={{ name: "request_return", description: "Asks the shop to take back units of the order" }}
      form={form}
    >
      <input type="hidden" name={fields.available.name} value={available} />
      <FormKeyInput value={formKey} />
      <UnitFields of={fields.units} lines={choosable} />
      <SelectField of={fields.reason} label="Reason" options={returnReasons} placeholder="Choose a reason" required />
      <TextareaField of={fields.details} label="Details" rows={3} maxLength={MAX_DETAILS} required={false} />
      <SubmitButton>Request return</SubmitButton>
    </ShopForm>
  )
}
