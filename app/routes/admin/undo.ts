// /admin/undo
import { restoredMessages } from "~/domain/deletion/deleted-record"
import { restoreDeleted } from "~/domain/deletion/restore-deleted.server"
import { RestoreFields } from "~/domain/deletion/restore-schema"
import { invalid } from "~/domain/shop-error"
import type { FormContext } from "~/http/doorways/doorway.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { localAdminPath } from "./return-path"

export { NoScreen as default, RouteError as ErrorBoundary } from "~/ui/shell/route-error"

const AUDIT_LOG = "/admin/audit"

export const loader = adminPage([], ({ redirect }) => redirect("/admin/dashboard"))

export const action = adminForm(
  [],
  RestoreFields,
  async (ctx, { kind, id }) => {
    if (!kind || !id) throw invalid("There is nothing to undo")
    await restoreDeleted(ctx.shop, ctx.actor, { kind, id })
    return ctx.redirectWithSuccess(returnPathOf(ctx), restoredMessages[kind])
  },
  { screen: AUDIT_LOG, refused: asToast(returnPathOf) },
)

function returnPathOf({ formData }: FormContext<unknown>): string {
  return localAdminPath(RestoreFields.parse(Object.fromEntries(formData)).back, AUDIT_LOG)
}
