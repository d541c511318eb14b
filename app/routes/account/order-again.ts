// /order/:id/again
import { type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { reorder } from "~/domain/orders/reorder.server"
import { noFields, orderForm } from "~/http/doorways/form.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

const orderPath = ({ params }: Pick<LoaderFunctionArgs, "params">) => paths.order(params.id ?? "")

export const loader = (args: LoaderFunctionArgs) => redirect(orderPath(args))

export const action = orderForm(
  noFields,
  async (ctx) => {
    const { cart, leftOut } = await reorder(ctx.shop, ctx.actor, ctx.cart, ctx.id, ctx.user)
    ctx.updateSessionCookie({ cart })
    return ctx.redirectWithSuccess("/cart", ["Items added to cart", ...leftOut].join(". "))
  },
  { screen: orderPath, refused: asToast(orderPath) },
)
