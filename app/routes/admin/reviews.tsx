// /admin/reviews
import type { LoaderFunctionArgs } from "@remix-run/node"
import { Link, useLoaderData } from "@remix-run/react"
import { requireAdmin } from "~/domain/accounts/user"
import { ReviewFilter } from "~/domain/reviews/review-filter"
import { listReviewRows } from "~/domain/reviews/review-table.server"
import { page } from "~/http/page.server"
import { Badge } from "~/ui/badge"
import { title } from "~/ui/title"
import { WhenDay } from "~/ui/when"
import { AdminPage } from "./admin-page"
import { consequences } from "./consequences"
import { type List, sortBy, withBack } from "./list-address"
import { ListTable } from "./list-table"
import { ReviewSearch } from "./review-search"
import { RowActions } from "./row-actions"

export const meta = title("Reviews")

export function loader(args: LoaderFunctionArgs) {
  return page(args, async ({ shop, user, url }) => {
    const filter = ReviewFilter.parse(Object.fromEntries(url.searchParams))
    return { ...(await listReviewRows(shop, requireAdmin(user), filter)), filter }
  })
}

export default function Reviews() {
  const { reviews, count, filter } = useLoaderData<typeof loader>()
  const list: List = { path: "/admin/reviews", filter, defaultSort: "-date" }
  return (
    <AdminPage title="Enter product ID to find review">
      <ReviewSearch filter={filter} list={list} />
      <ListTable
        caption={filter.product ? "Reviews of this product" : "Newest reviews"}
        list={list}
        count={count}
        nothing="No reviews found"
        columns={[
          { key: "review", label: "Review ID", sort: sortBy(list, "date", "-date") },
          { key: "user", label: "User" },
          { key: "comment", label: "Comment" },
          { key: "rating", label: "Rating", sort: sortBy(list, "rating", "-rating") },
          { key: "actions", label: "Actions", align: "end" },
        ]}
        rows={reviews.map((review) => ({
          id: review.id,
          review: (
            <div>
              {review.id}
              <p className="muted">
                <Link to={`/product/${review.product.id}`}>{review.product.name}</Link>,{" "}
                <WhenDay date={review.createdAt} />
              </p>
            </div>
          ),
          user: <Link to={`/admin/user/${review.user.id}`}>{review.user.name}</Link>,
          comment: <p className="row-comment">{review.comment}</p>,
          rating: <Badge tone={review.rating >= 3 ? "good" : "bad"}>{review.rating}</Badge>,
          actions: (
            <RowActions
              remove={withBack(`/admin/review/${review.id}/delete`, list)}
              name={`review ${review.id}`}
              consequence={consequences.review}
            />
          ),
        }))}
      />
    </AdminPage>
  )
}
