// /order/:id/invoices
import { useLoaderData } from "@remix-run/react"
import { listDocumentsOf } from "~/domain/invoices/find-documents.server"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { EmptyState } from "~/ui/lists/empty-state"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { DocumentList } from "./document-list"

export const meta = title<typeof loader>(({ name }) => `Invoices of order ${name}`)

export const loader = orderPage(async ({ shop, actor, staff, id }) => {
  const { number } = await findOrder(shop, staff("orders.see") ?? actor, id)
  return { id, name: orderName(number), isGuest: actor.kind === "guest", ...(await listDocumentsOf(shop, id)) }
})

export default function OrderInvoices() {
  const { id, name, isGuest, documents, waiting } = useLoaderData<typeof loader>()
  const order = { label: `Order ${name}`, to: paths.order(id) }
  return (
    <NarrowPage
      trail={[...(isGuest ? [] : [{ label: "Orders", to: "/orders" }]), order, { label: "Invoices" }]}
      title={`Invoices of order ${name}`}
    >
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
