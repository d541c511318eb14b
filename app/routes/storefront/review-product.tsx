// /product/:id/review
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { type ReviewFields, ReviewForm } from "~/domain/reviews/review"
import { findOwnReview } from "~/domain/reviews/review-list.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { form } from "~/http/form.server"
import { page } from "~/http/page.server"
import { Button, ButtonLink } from "~/ui/button"
import { Dialog } from "~/ui/dialog"
import { RatingField } from "~/ui/form/rating-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/hydrated"
import { useReviewAlerts } from "./use-review-alerts"

const added = "New review added"

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params }) => {
    const productId = params.id ?? ""
    const own = await findOwnReview(shop, requireMember(user), productId)
    return { productId, own: own && { rating: String(own.rating), comment: own.comment } }
  })
}

/** Where scripts run the dialog stays to announce the outcome; without them it is a message on the product's page. */
export function action(args: ActionFunctionArgs) {
  return form(args, ReviewForm, async (scene, review) => {
    await leaveReview(scene.shop, requireMember(scene.user), review)
    if (scene.sent.has("scripts")) return Response.json({ status: "success" })
    return scene.redirectWithSuccess(`/product/${review.productId}#reviews`, added)
  })
}

export default function ReviewProduct() {
  const { productId, own } = useLoaderData<typeof loader>()
  const result = useActionData<typeof action>()
  const scripts = useHydrated()
  const closeHref = `/product/${productId}#reviews`
  useReviewAlerts(result, { added, closeHref })
  const [form, fields] = useShopForm<Record<keyof ReviewFields, string>>({
    id: "review-form",
    lastResult: result?.status === "success" ? null : result,
    defaultValue: { productId, ...own },
  })
  return (
    <Dialog id="review" title="Submit review" open closeHref={closeHref}>
      <ShopForm form={form}>
        <input type="hidden" name="productId" value={productId} />
        {scripts && <input type="hidden" name="scripts" value="on" />}
        <RatingField of={fields.rating} label="Your rating" required />
        <TextareaField
          of={fields.comment}
          label="Your comment"
          hint={own ? "This replaces what you wrote before." : "What should others know before they buy?"}
          required
        />
        <div className="cluster">
          <Button>Submit</Button>
          <ButtonLink to={closeHref} variant="quiet" replace preventScrollReset>
            Cancel
          </ButtonLink>
        </div>
      </ShopForm>
    </Dialog>
  )
}
