// /product/:id/review
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { useActionData, useLoaderData } from "@remix-run/react"
import { requireMember } from "~/domain/accounts/user"
import { type ReviewFields, ReviewForm } from "~/domain/reviews/review"
import { findOwnReview } from "~/domain/reviews/review-list.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { form, type GivenBack } from "~/http/form.server"
import { page } from "~/http/page.server"
import { Button, ButtonLink } from "~/ui/button"
import { Dialog } from "~/ui/dialog"
import { RatingField } from "~/ui/form/rating-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { useHydrated } from "~/ui/hydrated"
import { useReviewAlerts } from "./use-review-alerts"

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, params, url }) => {
    const productId = params.id ?? ""
    const own = await findOwnReview(shop, requireMember(user), productId)
    return {
      productId,
      own: own && { rating: String(own.rating), comment: own.comment },
      added: url.searchParams.has("added"),
    }
  })
}

/** Where scripts run, an alert announces the outcome; without them it is a message on the product's page. */
export function action(args: ActionFunctionArgs) {
  return form(args, ReviewForm, async (scene, review) => {
    await leaveReview(scene.shop, requireMember(scene.user), review)
    const product = `/product/${review.productId}`
    if (scene.sent.has("scripts")) return scene.redirect(`${product}/review?added`)
    return scene.redirectWithSuccess(`${product}#reviews`, "New review added")
  })
}

export default function ReviewProduct() {
  const { productId, added } = useLoaderData<typeof loader>()
  const refused = useActionData<typeof action>()
  const closeHref = `/product/${productId}#reviews`
  useReviewAlerts({ added, refused, closeHref })
  if (added) return null
  return (
    <Dialog id="review" title="Submit review" open closeHref={closeHref}>
      <ReviewFormFields refused={refused} closeHref={closeHref} />
    </Dialog>
  )
}

interface ReviewFormFieldsProps {
  refused: GivenBack | undefined
  closeHref: string
}

function ReviewFormFields({ refused, closeHref }: ReviewFormFieldsProps) {
  const { productId, own } = useLoaderData<typeof loader>()
  const scripts = useHydrated()
  const [form, fields] = useShopForm<Record<keyof ReviewFields, string>>({
    id: "review-form",
    lastResult: refused,
    defaultValue: { productId, ...own },
  })
  return (
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
  )
}
