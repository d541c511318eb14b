// /order/:id/again
import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { reorder } from "~/domain/orders/reorder.server"
import { firstSentences, MOST_SENTENCES } from "~/domain/text/first-sentences"
import { pluralize } from "~/domain/text/pluralize"
import { noFields, orderForm } from "~/http/doorways/form.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

const orderPath = ({ params }: Pick<LoaderFunctionArgs, "params">) => paths.order(params.id ?? "")

export const loader = (args: LoaderFunctionArgs) => redirect(orderPath(args))

/** A separate page lists skipped lines if they are too long for a message. */
export const action = orderForm(
  noFields,
  async (ctx) => {
    const { cart, leftOut } = await reorder(ctx.shop, ctx.actor, ctx.cart, ctx.id, ctx.user)
    ctx.updateSessionCookie({ cart })
    const message = firstSentences(["Items added to cart", ...leftOut], (others) => {
      return `${pluralize(others, "other product")} cannot be bought at the moment either`
    })
    return ctx.redirectWithSuccess(leftOut.length < MOST_SENTENCES ? "/cart" : paths.leftOutProducts(ctx.id), message)
  },
  { screen: orderPath, refused: asToast(orderPath) },
)
