// /admin/review/:id/delete
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { requireAdmin } from "~/domain/accounts/user"
import { findReviewRow } from "~/domain/reviews/review-table.server"
import { removeReview } from "~/domain/reviews/reviews.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { orToast } from "~/http/refusal-toast.server"
import { title } from "~/ui/title"
import { AskPage } from "./ask-page"
import { backOf, undoOf } from "./back"
import { consequences } from "./consequences"

export const meta = title("Delete review")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    const { id, user: author } = await findReviewRow(shop, requireAdmin(user), params.id ?? "")
    return { id, author: author.name, back: backOf(url, "/admin/reviews") }
  })
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    z.object({}),
    (scene) => {
      const reviewId = scene.params.id ?? ""
      const back = backOf(scene.url, "/admin/reviews")
      return orToast(scene, back, async () => {
        await removeReview(scene.shop, requireAdmin(scene.user), { reviewId })
        return scene.redirectWithSuccess(back, "Review has been deleted", undoOf("review", reviewId, back))
      })
    },
    { guard: requireAdmin },
  )
}

export default function DeleteReview() {
  const { id, author, back } = useLoaderData<typeof loader>()
  return (
    <AskPage
      title={`Delete review ${id} by ${author}?`}
      confirm="Delete"
      consequence={consequences.review}
      back={back}
    />
  )
}
