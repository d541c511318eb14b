// /admin/orders/ship

import { Link, useLoaderData } from "@remix-run/react"
import { missingOf } from "~/domain/orders/order"
import { isShippable } from "~/domain/orders/order-status"
import { findOrders } from "~/domain/orders/orders.server"
import { findWithdrawnOrders } from "~/domain/orders/packing/orders-to-pack.server"
import { ShipmentFields } from "~/domain/orders/packing/packing-schemas"
import { shipOrders } from "~/domain/orders/packing/ship-orders.server"
import { carrierNamesOf } from "~/domain/settings/carriers"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { newFormKey, submitOnce } from "~/http/forms/submit-once.server"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { useShopForm } from "~/ui/form/use-shop-form"
import { EmptyState } from "~/ui/lists/empty-state"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../../admin-page"
import { carrierChoices, type ParcelTexts, parcelTexts } from "../parcel-fields"
import { chosenOrders } from "./chosen-orders.server"
import { ShipmentRow } from "./shipment-row"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Ship orders")

export const loader = adminPage(["orders.see", "orders.ship"], async ({ shop, actor, url }) => {
  const ids = chosenOrders(url)
  const [orders, withdrawn] = await Promise.all([findOrders(shop, actor, ids), findWithdrawnOrders(shop, actor, ids)])
  return {
    // One row per id, because the form's rows must not move when an order is deleted
    rows: ids.map((id) => {
      const order = orders.find((one) => one.id === id)
      return { id, order: order ? { ...viewShipment(order), isWithdrawn: withdrawn.includes(id) } : null }
    }),
    carriers: carrierNamesOf(shop.settings.current),
    formKey: newFormKey(),
  }
})

export const action = adminForm("orders.ship", ShipmentFields, async (ctx, { orders }) => {
  const shipments = orders.flatMap(({ ship, ...order }, row) => (ship ? { ...order, row } : []))
  await submitOnce(ctx, (tx) => shipOrders(tx, ctx.actor, shipments))
  return ctx.redirectWithSuccess(
    "/admin/orders/pack",
    `${pluralize(shipments.length, "order is", "orders are")} shipped`,
  )
})

function viewShipment(order: Awaited<ReturnType<typeof findOrders>>[number]) {
  const { number, status, user, trackingNumber, carrier } = order
  const items = order.lines.filter(({ toSend }) => toSend > 0).map(({ name, toSend }) => `${toSend} × ${name}`)
  const payment = { status: order.payment.status, method: order.payment.method, missing: missingOf(order) }
  return { number, status, name: user.name, trackingNumber, carrier, items: items.join(", "), payment }
}

function waitsForTransfer({ payment }: Pick<ReturnType<typeof viewShipment>, "payment">): boolean {
  return payment.method === "transfer" && payment.missing > 0
}

type Fields = { orders: (ParcelTexts & { id: string; ship: string; paymentSnapshot: string })[] }

export default function ShipOrders() {
  const { rows, carriers, formKey } = useLoaderData<typeof loader>()
  const [form, fields] = useShopForm<Fields>({
    id: "ship",
    defaultValue: {
      orders: rows.map(({ id, order }) => ({
        id,
        paymentSnapshot: order?.payment.status,
        ship: order && isShippable(order) && !order.isWithdrawn && !waitsForTransfer(order) ? "on" : "",
        ...(order ? parcelTexts(carriers, order) : { tracking: "", carrier: "" }),
      })),
    },
  })
  const list = fields.orders.getFieldList()
  return (
    <AdminPage title="Ship orders" lead={<Link to="/admin/orders/pack">Orders to pack</Link>}>
      {Object.keys(form.allErrors).length > 0 && (
        <Notice tone="bad" title="None of these orders has been shipped">
          Correct or untick the rows with an error, then ship the others.
        </Notice>
      )}
      {rows.length === 0 ? (
        <EmptyState title="Tick the orders that you have packed" icon="truck" />
      ) : (
        <ShopForm
          tool={{ name: "ship_orders", description: "Marks the orders as shipped and tells the customers" }}
          form={form}
        >
          <FormKeyInput value={formKey} />
          {rows.map(({ id, order }, index) => {
            const of = list[index]?.getFieldset()
            return (
              of && (
                <ShipmentRow key={id} of={of} order={order} carriers={order ? carrierChoices(carriers, order) : []} />
              )
            )
          })}
          <SubmitButton>Ship the ticked orders</SubmitButton>
        </ShopForm>
      )}
    </AdminPage>
  )
}
