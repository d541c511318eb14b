import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from "@remix-run/node"
import { z } from "zod"
import { type Admin, requireAdmin } from "~/domain/accounts/user"
import type { Shop } from "~/domain/shop"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"

const LIST = "/admin/attention"

/** The address of a button on the attention page shows that page. */
export function showAttention(args: LoaderFunctionArgs) {
  return page(args, ({ user }) => {
    requireAdmin(user)
    return redirect(LIST)
  })
}

/** The action of such a button: does the work for the `:id` of the address, says so, and goes back to the page. */
export function attend(work: (shop: Shop, admin: Admin, id: string) => Promise<void>, done: string) {
  return (args: ActionFunctionArgs) =>
    form(
      args,
      z.object({}),
      (scene) =>
        orToast(scene, LIST, async () => {
          await work(scene.shop, requireAdmin(scene.user), scene.params.id ?? "")
          return scene.redirectWithSuccess(LIST, done)
        }),
      { guard: requireAdmin },
    )
}
