// /order/:id/terms
import { useLoaderData } from "@remix-run/react"
import { findAgreedText } from "~/domain/orders/agreed-text.server"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { exemptionRows, NO_RIGHT } from "~/domain/returns/exemptions"
import { orderPage } from "~/http/doorways/page.server"
import { DateTime } from "~/ui/date-time"
import { Prose } from "~/ui/prose"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { orderTrail } from "./order-trail"

export const meta = title<typeof loader>(({ order }) => `Terms of order ${orderName(order.number)}`)

export const loader = orderPage(async ({ shop, actor, staff, id }) => {
  const order = await findOrder(shop, staff("orders.see") ?? actor, id)
  const { html } = await findAgreedText(shop, order)
  return {
    order: { id: order.id, number: order.number, createdAt: order.createdAt },
    isGuest: actor.kind === "guest",
    exempt: exemptionRows(order.lines.map(({ name, withdrawalExemption: reason }) => ({ name, reason }))),
    html,
  }
})

export default function AgreedTerms() {
  const { order, isGuest, exempt, html } = useLoaderData<typeof loader>()
  return (
    <NarrowPage
      trail={orderTrail(order, isGuest, "Terms")}
      title={`Terms of order ${orderName(order.number)}`}
      lead={
        <>
          As you agreed to them on <DateTime date={order.createdAt} />.
        </>
      }
    >
      {exempt.length > 0 && (
        <div>
          <p>{NO_RIGHT}</p>
          <ul>
            {exempt.map((row) => (
              <li key={row}>{row}</li>
            ))}
          </ul>
        </div>
      )}
      <Prose html={html} />
    </NarrowPage>
  )
}
