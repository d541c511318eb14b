// /order/:id/withdraw
import { useLoaderData } from "@remix-run/react"
import { longDay } from "~/domain/days/calendar"
import { orderName } from "~/domain/orders/order"
import type { ReturnableLine } from "~/domain/returns/returnable-lines.server"
import { findWithdrawable } from "~/domain/returns/withdrawable.server"
import { OwnWithdrawal } from "~/domain/returns/withdrawal-schema"
import { orderForm } from "~/http/doorways/form.server"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { EmailField } from "~/ui/form/email-field"
import { Refusal } from "~/ui/form/refusal"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useFormResult } from "~/ui/form/use-form-result"
import { linesKey, useResultOfLines } from "~/ui/form/use-result-of-lines"
import { useShopForm } from "~/ui/form/use-shop-form"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { orderTrail } from "../order-trail"
import { StatementReview, statementTitle } from "./statement-review"
import { UnitFields } from "./unit-fields"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ order }) => `Withdraw from order ${orderName(order.number)}`)

export const loader = orderPage(async ({ shop, actor, id }) => {
  return { order: await findWithdrawable(shop, actor, id), isGuest: actor.kind === "guest" }
})

/** The first page is rendered again as the second one, which confirms. */
export const action = orderForm(
  OwnWithdrawal,
  async ({ shop, actor, id, noContent, redirectWithSuccess }, { confirmed, ...statement }) => {
    if (!confirmed) return noContent()
    const { withdraw } = await import("~/domain/returns/file-withdrawal.server")
    await withdraw(shop, actor, id, statement)
    return redirectWithSuccess(paths.order(id), "We have received your withdrawal and will confirm it by email")
  },
  { refreshButton: "change", refusalData: () => ({ isChanging: true }) },
)

type Fields = Record<"name" | "email" | "reason" | "available", string> & {
  units: { line: string; quantity: string }[]
}

export default function WithdrawOrder() {
  const { order, isGuest } = useLoaderData<typeof loader>()
  const result = useFormResult<typeof action>()
  const isStated = result?.status === "success" && !result.isChanging
  const isPossible = order.refusal === null && order.available > 0
  const units = order.lines.filter(isChoosable).map(({ id, available }) => ({ line: id, quantity: String(available) }))
  return (
    <NarrowPage
      trail={orderTrail(order, isGuest, "Withdraw from contract")}
      title={isStated ? statementTitle : "Withdraw from contract here"}
      lead={isStated ? undefined : <Lead />}
    >
      {isStated ? (
        <Review typed={result.initialValue as Partial<Fields>} />
      ) : isPossible ? (
        <StatementForm key={linesKey(units)} units={units} />
      ) : (
        <>
          <Refusal id="withdrawal" />
          <ButtonLink to={paths.order(order.id)}>Show your order</ButtonLink>
        </>
      )}
    </NarrowPage>
  )
}

function Lead() {
  const { refusal, available, lastDay } = useLoaderData<typeof loader>().order
  if (refusal !== null) return `${refusal}.`
  if (available === 0) return "There are no items left in this order that you can withdraw from."
  if (lastDay === null)
    return "You may withdraw without giving a reason, until 14 days after the delivery. If that is a Saturday, a Sunday or a public holiday, you have until the next working day."
  return (
    <>
      You may withdraw without giving a reason until the end of <time dateTime={lastDay}>{longDay(lastDay)}</time>.
    </>
  )
}

function isChoosable({ exemption, available }: ReturnableLine): boolean {
  return exemption === null && available > 0
}

function StatementForm({ units }: { units: Fields["units"] }) {
  const { lines, available, customer } = useLoaderData<typeof loader>().order
  const choosable = lines.filter(isChoosable)
  const [form, fields] = useShopForm<Fields>({
    id: "withdrawal",
    lastResult: useResultOfLines(units),
    defaultValue: { ...customer, units },
  })
  return (
    <ShopForm
      tool={{
        name: "prepare_withdrawal",
        description: "Prepares the withdrawal from the order, which is declared on the next page",
        submits: true,
      }}
      form={form}
    >
      <input type="hidden" name={fields.available.name} value={available} />
      <UnitFields of={fields.units} lines={choosable} />
      {lines.map(({ id, name, exemption }) => {
        return exemption !== null && <p key={id}>{`${name}: no right of withdrawal, ${exemption}`}</p>
      })}
      <TextField of={fields.name} label="Your name" autoComplete="name" maxLength={100} required />
      <EmailField of={fields.email} label="Email for our reply" />
      <TextareaField of={fields.reason} label="Reason" rows={2} maxLength={1_000} required={false} />
      <SubmitButton>Continue</SubmitButton>
    </ShopForm>
  )
}

function Review({ typed }: { typed: Partial<Fields> }) {
  const { order } = useLoaderData<typeof loader>()
  const { name = "", email = "", reason = "", available = "", units = [] } = typed
  const fields = [
    ...Object.entries({ name, email, reason, available }),
    ...units.flatMap(({ line, quantity }, at) => [
      [`units[${at}].line`, line] as const,
      [`units[${at}].quantity`, quantity ?? "0"] as const,
    ]),
  ]
  return (
    <StatementReview
      statement={{ name, email, order: orderName(order.number), reason }}
      items={<ChosenItems lines={order.lines} units={units} />}
      fields={fields}
    />
  )
}

function ChosenItems({ lines, units }: { lines: readonly ReturnableLine[]; units: Fields["units"] }) {
  const chosen = lines.flatMap(({ id, name }) => {
    const quantity = Number(units.find(({ line }) => line === id)?.quantity ?? 0)
    return quantity > 0 ? [{ id, words: `${quantity} × ${name}` }] : []
  })
  if (chosen.length === 0) return "None yet: please choose items"
  return (
    <ul>
      {chosen.map(({ id, words }) => (
        <li key={id}>{words}</li>
      ))}
    </ul>
  )
}
