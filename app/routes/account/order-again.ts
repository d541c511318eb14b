// /order/:id/again
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { requireMember } from "~/domain/accounts/user"
import { orderAgain } from "~/domain/orders/order-again.server"
import { form } from "~/http/form.server"
import { orToast } from "~/http/refusal-toast.server"

export function loader({ params }: LoaderFunctionArgs) {
  return redirect(orderPath(params))
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    (scene) =>
      orToast(scene, orderPath(scene.params), async () => {
        const member = requireMember(scene.user)
        const { cart, leftOut } = await orderAgain(scene.shop, member, scene.cart, scene.params.id ?? "")
        scene.carry({ cart })
        return scene.redirectWithSuccess("/cart", ["Items added to cart", ...leftOut.map(missing)].join(". "))
      }),
    { guard: requireMember },
  )
}

const missing = (name: string) => `${name} cannot be bought at the moment`

const orderPath = ({ id = "" }: { id?: string }) => `/order/${encodeURIComponent(id)}`
