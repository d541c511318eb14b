// /admin/review/:id/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { findReviewRow } from "~/domain/reviews/review-table.server"
import { softDeleteReview } from "~/domain/reviews/reviews.server"
import { confirmDeletion, deleteWithUndo } from "~/routes/admin/deletion.server"
import { title } from "~/ui/title"

export { ConfirmScreen as default } from "~/routes/admin/confirm-page"

export const meta = title("Delete review")

export function loader(args: LoaderFunctionArgs) {
  return confirmDeletion(args, "review", async ({ shop, actor, id }) => {
    const { user: author } = await findReviewRow(shop, actor, id)
    return `Delete review ${id} by ${author.name}?`
  })
}

export function action(args: ActionFunctionArgs) {
  return deleteWithUndo(args, "review", ({ shop, actor, id }) => softDeleteReview(shop, actor, { reviewId: id }))
}
