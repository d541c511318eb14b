// /admin/staff/invitation/:id
import { renewInvitation } from "~/domain/staff/invitations.server"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

export const loader = adminPage("staff.appoint", ({ redirect }) => redirect("/admin/staff"))

export const action = adminForm(
  "staff.appoint",
  noFields,
  async ({ shop, actor, id, redirectWithSuccess }) => {
    await renewInvitation(shop, actor, id)
    return redirectWithSuccess("/admin/staff", "We have sent a new link; the earlier one no longer works")
  },
  { proof: "staff.appoint", screen: "/admin/staff", refused: asToast("/admin/staff") },
)
