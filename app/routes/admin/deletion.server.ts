import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { z } from "zod"
import type { Admin } from "~/domain/accounts/user"
import type { DeletableKind } from "~/domain/deletion/deleted-record"
import { adminForm, type FormContext } from "~/http/form.server"
import { adminPage, type PageContext } from "~/http/page.server"
import { asToast } from "~/http/refusals.server"
import type { ConfirmPageProps } from "./confirm-page"
import { consequences } from "./consequences"
import { returnPath, undoAction } from "./return-path"

/** Of each kind that can be deleted: the list that shows it, and what is said when it is gone. */
const deletions: Record<DeletableKind, { list: string; successMessage: string }> = {
  order: { list: "/admin/orders", successMessage: "Order has been deleted" },
  product: { list: "/admin/products", successMessage: "Product has been deleted" },
  user: { list: "/admin/users", successMessage: "Profile has been deleted" },
  review: { list: "/admin/reviews", successMessage: "Review has been deleted" },
}

/** The loader of the question before something is deleted. */
export function confirmDeletion(
  args: LoaderFunctionArgs,
  kind: DeletableKind,
  question: (ctx: PageContext<Admin>) => Promise<string>,
) {
  return adminPage(
    args,
    async (ctx): Promise<ConfirmPageProps> => ({
      title: await question(ctx),
      confirmLabel: "Delete",
      consequence: consequences[kind],
      back: returnPath(ctx.url, deletions[kind].list),
    }),
  )
}

/** The action that deletes it, and offers to undo that. */
export function deleteWithUndo(
  args: ActionFunctionArgs,
  kind: DeletableKind,
  softDelete: (ctx: FormContext<Admin>) => Promise<unknown>,
) {
  const { list, successMessage } = deletions[kind]
  return adminForm(
    args,
    z.object({}),
    async (ctx) => {
      const back = returnPath(ctx.url, list)
      await softDelete(ctx)
      return ctx.redirectWithSuccess(back, successMessage, undoAction(kind, ctx.id, back))
    },
    { refused: asToast(({ url }) => returnPath(url, list)) },
  )
}
