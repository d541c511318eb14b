// /admin/user/:id/verification
import { resendVerification } from "~/domain/staff/users/users.server"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = adminPage("customers.edit", ({ id, redirect }) => redirect(paths.adminUser(id)))

export const action = adminForm(
  "customers.edit",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    const { email } = await resendVerification(shop, actor, id)
    return redirectWithSuccess(paths.adminUser(id), `Email sent to ${email}`)
  },
  { screen: "/admin/users", refused: asToast(({ id }: FormContext<unknown>) => paths.adminUser(id)) },
)
