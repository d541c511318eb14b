// /order/:id/again
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { reorder } from "~/domain/orders/reorder.server"
import { memberForm } from "~/http/form.server"
import { asToast } from "~/http/refusals.server"
import { orderPath } from "./order-path"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/route-error"

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(orderPath(params))
}

export function action(args: ActionFunctionArgs) {
  const screen = orderPath(args.params)
  return memberForm(
    args,
    z.object({}),
    async (ctx) => {
      const { cart, unavailable } = await reorder(ctx.shop, ctx.actor, ctx.cart, ctx.id)
      ctx.updateSessionCookie({ cart })
      return ctx.redirectWithSuccess("/cart", ["Items added to cart", ...unavailable.map(missing)].join(". "))
    },
    { screen, refused: asToast(screen) },
  )
}

const missing = (name: string) => `${name} cannot be bought at the moment`
