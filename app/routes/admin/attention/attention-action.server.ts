import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { z } from "zod"
import type { Admin } from "~/domain/accounts/user"
import type { Shop } from "~/domain/shop"
import { adminForm } from "~/http/form.server"
import { adminPage } from "~/http/page.server"
import { asToast } from "~/http/refusals.server"

const LIST = "/admin/attention"

/** The address of a button on the attention page shows that page. */
export function redirectToAttention(args: LoaderFunctionArgs) {
  return adminPage(args, ({ redirect }) => redirect(LIST))
}

/** The action of such a button: does the work for the `:id` of the address, says so, and goes back to the page. */
export function resolveAttention(
  args: ActionFunctionArgs,
  resolve: (shop: Shop, admin: Admin, id: string) => Promise<void>,
  successMessage: string,
) {
  return adminForm(
    args,
    z.object({}),
    async ({ shop, actor, id, redirectWithSuccess }) => {
      await resolve(shop, actor, id)
      return redirectWithSuccess(LIST, successMessage)
    },
    { screen: LIST, refused: asToast(LIST) },
  )
}
