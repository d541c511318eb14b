// /admin/attention/refund/:id
import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { refundAgain } from "~/domain/payments/refund-again.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"

export function loader(args: LoaderFunctionArgs) {
  return page(args, ({ user }) => {
    requireAdmin(user)
    return redirect("/admin/attention")
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    (scene) =>
      orToast(scene, "/admin/attention", async () => {
        await refundAgain(scene.shop, requireAdmin(scene.user), scene.params.id ?? "")
        return scene.redirectWithSuccess("/admin/attention", "Refund asked for again")
      }),
    { guard: requireAdmin },
  )
}
