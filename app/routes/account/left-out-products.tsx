// /order/:id/left-out
import { useLoaderData } from "@remix-run/react"
import { findLeftOut } from "~/domain/orders/reorder.server"
import { pluralize } from "~/domain/text/pluralize"
import { orderPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Breadcrumbs } from "~/ui/shell/breadcrumbs"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta = title("Not in your cart")

/** The lines that *Order again* leaves out of the cart */
export const loader = orderPage(async ({ shop, actor, id, user, redirect }) => {
  const leftOut = await findLeftOut(shop, actor, id, user)
  return leftOut.length === 0 ? redirect(paths.order(id)) : { id, leftOut }
})

export default function LeftOutProducts() {
  const { id, leftOut } = useLoaderData<typeof loader>()
  return (
    <div className="page page-narrow">
      <Breadcrumbs trail={[{ label: "Order", to: paths.order(id) }, { label: "Not in your cart" }]} />
      <PageHeading
        title="Not in your cart"
        lead={`${pluralize(leftOut.length, "product")} of this order cannot be bought at the moment.`}
      />
      <ul className="prose">
        {leftOut.map((sentence) => (
          <li key={sentence}>{sentence}.</li>
        ))}
      </ul>
      <div className="cluster">
        <ButtonLink to="/cart">Go to the cart</ButtonLink>
      </div>
    </div>
  )
}
