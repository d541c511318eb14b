// /order/:id/invoices
import { useLoaderData } from "@remix-run/react"
import { listDocumentsOf } from "~/domain/invoices/find-documents.server"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { orderPage } from "~/http/doorways/page.server"
import { EmptyState } from "~/ui/lists/empty-state"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { orderTrail } from "../order-trail"
import { DocumentList } from "./document-list"

export const meta = title<typeof loader>(({ order }) => `Invoices of order ${orderName(order.number)}`)

export const loader = orderPage(async ({ shop, actor, staff, id }) => {
  const { number } = await findOrder(shop, staff("orders.see") ?? actor, id)
  return { order: { id, number }, isGuest: actor.kind === "guest", ...(await listDocumentsOf(shop, id)) }
})

export default function OrderInvoices() {
  const { order, isGuest, documents, waiting } = useLoaderData<typeof loader>()
  return (
    <NarrowPage trail={orderTrail(order, isGuest, "Invoices")} title={`Invoices of order ${orderName(order.number)}`}>
      {documents.length > 0 ? (
        <DocumentList documents={documents} waiting={waiting} />
      ) : (
        <EmptyState title={waiting ? "The invoice is being written" : "This order has no invoice"} icon="receipt">
          {waiting ? "Please load this page again in a minute." : "Its receipt is on the page of the order."}
        </EmptyState>
      )}
    </NarrowPage>
  )
}
