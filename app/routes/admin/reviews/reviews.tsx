// /admin/reviews

import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { productPath } from "~/domain/catalog/product-path"
import { ReviewFilter } from "~/domain/reviews/review-filter"
import { listReviewRows } from "~/domain/reviews/review-table.server"
import { type InvalidFilterValues, invalidFilterValues } from "~/http/invalid-filter-values"
import { listOrNothing } from "~/http/list-or-nothing.server"
import { normalizeId } from "~/http/normalize-id"
import { adminPage } from "~/http/page.server"
import { AdminPage } from "~/routes/admin/admin-page"
import { consequences } from "~/routes/admin/consequences"
import { ExportLink } from "~/routes/admin/tables/export-link"
import { ListTable } from "~/routes/admin/tables/list-table"
import { type ListQuery, sortLink, withReturnPath } from "~/routes/admin/tables/list-url"
import { RowActions } from "~/routes/admin/tables/row-actions"
import { Badge } from "~/ui/badge"
import { CalendarDate } from "~/ui/date-time"
import { title } from "~/ui/title"
import { ReviewSearch } from "./review-search"

export const meta = title("Reviews")

export function loader(args: LoaderFunctionArgs) {
  return adminPage(args, ({ shop, actor, url }) =>
    listOrNothing(
      url,
      ReviewFilter,
      (filter) => listReviewRows(shop, actor, filter),
      { reviews: [], count: 0 },
      invalidProduct,
    ),
  )
}

/** Also a product that cannot be one. */
function invalidProduct(url: URL, filter: ReviewFilter): InvalidFilterValues {
  const { product } = filter
  return { ...invalidFilterValues(url, filter), ...(product && !normalizeId(product) && { product }) }
}

export default function Reviews() {
  const { reviews, count, filter, invalidValues } = useLoaderData<typeof loader>()
  const list: ListQuery = { path: "/admin/reviews", filter, defaultSort: "-date" }
  return (
    <AdminPage title="Enter product ID to find review" actions={<ExportLink list={list} />}>
      <ReviewSearch filter={filter} list={list} invalidValues={invalidValues} />
      <ListTable
        caption={filter.product ? "Reviews of this product" : "Newest reviews"}
        list={list}
        count={count}
        nothing="No reviews found"
        columns={[
          { key: "review", label: "Review ID", narrow: "plain", sort: sortLink(list, "date", "-date") },
          { key: "user", label: "User", narrow: "title", detail: "about" },
          { key: "comment", label: "Comment", narrow: "plain" },
          { key: "rating", label: "Rating", narrow: "end", sort: sortLink(list, "rating", "-rating") },
          { key: "actions", label: "Actions", align: "end", narrow: "end" },
        ]}
        rows={reviews.map((review) => ({
          id: review.id,
          review: review.id,
          user: <Link to={`/admin/user/${review.user.id}`}>{review.user.name}</Link>,
          about: (
            <>
              <Link to={productPath(review.product)}>
                <bdi>{review.product.name}</bdi>
              </Link>
              , <CalendarDate date={review.createdAt} />
            </>
          ),
          comment: <p className="row-comment">{review.comment}</p>,
          rating: <Badge tone={review.rating >= 3 ? "good" : "bad"}>{review.rating}</Badge>,
          actions: (
            <RowActions
              remove={withReturnPath(`/admin/review/${review.id}/delete`, list)}
              name={`review ${review.id}`}
              consequence={consequences.review}
            />
          ),
        }))}
      />
    </AdminPage>
  )
}
