// /admin/undo
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { redirect } from "@remix-run/node"
import { requireAdmin } from "~/domain/accounts/user"
import { restoredWords } from "~/domain/removals/removal"
import { UndoForm } from "~/domain/removals/removal-form"
import { undoRemoval } from "~/domain/removals/undo-removal.server"
import { invalid } from "~/domain/shop-error"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"
import { adminPath } from "./back"

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ user }) => {
    requireAdmin(user)
    return redirect("/admin/dashboard")
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    UndoForm,
    (scene, { kind, id, ...given }) => {
      const back = adminPath(given.back, "/admin/audit")
      return orToast(scene, back, async () => {
        if (!kind || !id) throw invalid("There is nothing to undo")
        await undoRemoval(scene.shop, requireAdmin(scene.user), { kind, id })
        return scene.redirectWithSuccess(back, restoredWords[kind])
      })
    },
    { guard: requireAdmin },
  )
}
