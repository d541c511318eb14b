// /admin/users/invitations/stop
import { customerImporting } from "~/domain/accounts/permission"
import { stopInvitations } from "~/domain/customers/invitations.server"
import { pluralize } from "~/domain/text/pluralize"
import { adminForm, noFields } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

const INVITATIONS = "/admin/users/invitations"

export const loader = adminPage(customerImporting, ({ redirect }) => redirect(INVITATIONS))

export const action = adminForm(
  customerImporting,
  noFields,
  async ({ shop, actor, redirectWithSuccess }) => {
    const people = await stopInvitations(shop, actor)
    const message = people === 0 ? "All invitations have been sent" : `${pluralize(people, "invitation")} stopped`
    return redirectWithSuccess(INVITATIONS, message)
  },
  { proof: "people.import", screen: INVITATIONS, refused: asToast(INVITATIONS) },
)
