// /order/:id/again
import { useLoaderData } from "@remix-run/react"
import { findLeftOut, reorder } from "~/domain/orders/reorder.server"
import { firstSentences, MOST_SENTENCES } from "~/domain/text/first-sentences"
import { pluralize } from "~/domain/text/pluralize"
import { noFields, orderForm } from "~/http/doorways/form.server"
import { orderPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import { ButtonLink } from "~/ui/button"
import { Breadcrumbs } from "~/ui/shell/breadcrumbs"
import { PageHeading } from "~/ui/shell/page-heading"
import { title } from "~/ui/shell/title"

export { headers } from "~/http/doorways/retry-after-headers"
export { RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const meta = title<typeof loader>(() => "Not in your cart")

const orderPath = ({ params }: { params: Readonly<Record<string, string | undefined>> }) => paths.order(params.id ?? "")

export const loader = orderPage(async ({ shop, actor, id, user, redirect }) => {
  const leftOut = await findLeftOut(shop, actor, id, user)
  return leftOut.length === 0 ? redirect(paths.order(id)) : { id, leftOut }
})

/** A long list of what cannot be bought any more is shown on this page. */
export const action = orderForm(
  noFields,
  async (ctx) => {
    const { cart, leftOut } = await reorder(ctx.shop, ctx.actor, ctx.cart, ctx.id, ctx.user)
    ctx.updateSessionCookie({ cart })
    const message = firstSentences(["Items added to cart", ...leftOut], (others) => {
      return `${pluralize(others, "other product")} cannot be bought at the moment either`
    })
    return ctx.redirectWithSuccess(leftOut.length < MOST_SENTENCES ? "/cart" : paths.orderAgain(ctx.id), message)
  },
  { screen: orderPath, refused: asToast(orderPath) },
)

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
