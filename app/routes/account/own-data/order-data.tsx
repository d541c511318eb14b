// /order/:id/data
import { useLoaderData } from "@remix-run/react"
import { orderName } from "~/domain/orders/order"
import { findOrder } from "~/domain/orders/orders.server"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { NarrowPage } from "~/ui/shell/page"
import { title } from "~/ui/shell/title"
import { FileList } from "./file-list"

export const meta = title<typeof loader>(({ name }) => `Download the data of order ${name}`)

export const loader = orderPage(async ({ shop, actor, id }) => {
  const { number } = await findOrder(shop, actor, id)
  const { listOwnFiles } = await import("~/domain/export/own-data.server")
  const files = listOwnFiles(true).map((file) => ({ ...file, href: paths.orderFile(id, file.name) }))
  return { id, name: orderName(number), files }
})

export default function OrderData() {
  const { id, name, files } = useLoaderData<typeof loader>()
  return (
    <NarrowPage
      title="Download my data"
      lead={`All data that this shop has stored about order ${name}, as JSON for programs and CSV for spreadsheets.`}
    >
      <FileList files={files} />
      <div>
        <ButtonLink to={paths.order(id)} variant="quiet">
          Back to the order
        </ButtonLink>
      </div>
    </NarrowPage>
  )
}
