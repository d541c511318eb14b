// /product/:id/:slug?/review
import type { MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import { z } from "zod"
import { choiceQuery, optionFields } from "~/domain/catalog/product-path"
import { sentChoice } from "~/domain/catalog/variants/choice"
import { ReviewFields } from "~/domain/reviews/review"
import { findOwnReview } from "~/domain/reviews/review-list.server"
import { leaveReview } from "~/domain/reviews/reviews.server"
import { memberForm } from "~/http/doorways/form.server"
import { memberPage } from "~/http/doorways/page.server"
import { pagePath } from "~/http/request/request-path"
import { paths } from "~/paths"
import { Button, ButtonLink } from "~/ui/button"
import { Dialog } from "~/ui/dialog"
import { RatingField } from "~/ui/form/rating-field"
import { ShopForm } from "~/ui/form/shop-form"
import { TextareaField } from "~/ui/form/textarea-field"
import { useFormResult } from "~/ui/form/use-form-result"
import { useShopForm } from "~/ui/form/use-shop-form"
import { pageMeta } from "~/ui/shell/page-meta"
import { useHydrated } from "~/ui/use-hydrated"
import type { loader as productLoader } from "../product"
import { useReviewAlerts } from "./use-review-alerts"

export { headers } from "~/http/doorways/retry-after-headers"

export const meta: MetaFunction<typeof loader, { "routes/storefront/product/product": typeof productLoader }> = (
  page,
) => {
  const { data } = page.matches.find(({ id }) => id === "routes/storefront/product/product") ?? {}
  return data ? pageMeta(page, { title: `Review ${data.product.name}` }) : []
}

export const loader = memberPage(async ({ shop, actor, id, url }) => {
  const own = await findOwnReview(shop, actor, id)
  return {
    productId: id,
    closeHref: `${productAddress(url)}${choiceIn(url)}#reviews`,
    own: own && { rating: String(own.rating), comment: own.comment },
    added: url.searchParams.has("added"),
  }
})

/** With scripts, an alert announces the outcome; without them it is a message on the product's page. */
export const action = memberForm(
  ReviewFields.extend({ scripts: z.string().max(10).optional().catch(undefined) }),
  async (ctx, { scripts, ...review }) => {
    const product = await leaveReview(ctx.shop, ctx.actor, review)
    const path = paths.product(product)
    if (scripts) return ctx.redirect(`${path}/review${choiceIn(ctx.url, [["added", ""]])}`)
    return ctx.redirectWithSuccess(`${path}${choiceIn(ctx.url)}#reviews`, "New review added")
  },
)

function productAddress({ pathname }: URL): string {
  return pagePath(pathname).replace(/\/review\/*$/, "")
}

/** The variant shown on the page behind stays chosen. */
function choiceIn({ searchParams }: URL, more?: [string, string][]): string {
  const sent = sentChoice(searchParams)
  return choiceQuery(
    optionFields.map((field) => sent[field] ?? null),
    more,
  )
}

export default function ReviewProduct() {
  const { closeHref, added } = useLoaderData<typeof loader>()
  const refused = useFormResult<typeof action>()
  useReviewAlerts({ added, refused, closeHref })
  if (added) return null
  return (
    <Dialog id="review" title="Submit review" open closeHref={closeHref}>
      <ReviewFormFields closeHref={closeHref} />
    </Dialog>
  )
}

function ReviewFormFields({ closeHref }: { closeHref: string }) {
  const { productId, own } = useLoaderData<typeof loader>()
  const scripts = useHydrated()
  const [form, fields] = useShopForm<Record<keyof ReviewFields, string>>({
    id: "review-form",
    defaultValue: { productId, ...own },
  })
  return (
    <ShopForm
      tool={{ name: "review_product", description: "Publishes the customer’s review of this product" }}
      form={form}
      toast={false}
    >
      <input type="hidden" name="productId" value={productId} />
      {scripts && <input type="hidden" name="scripts" value="on" />}
      <RatingField of={fields.rating} label="Your rating" required />
      <TextareaField
        of={fields.comment}
        label="Your comment"
        hint={own ? "This replaces your earlier review." : "What should others know before they buy?"}
        maxLength={2_000}
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
