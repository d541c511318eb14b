// /admin/reviews

import { Link, useLoaderData } from "@remix-run/react"
import { ReviewFilter } from "~/domain/reviews/review-filter"
import { listReviewRows } from "~/domain/reviews/review-table.server"
import { pluralize } from "~/domain/text/pluralize"
import { type InvalidFilterValues, invalidFilterValues } from "~/http/doorways/invalid-filter-values"
import { listOrNothing } from "~/http/doorways/list-or-nothing.server"
import { normalizeId } from "~/http/doorways/normalize-id"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Badge } from "~/ui/badge"
import { CalendarDate } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { RecordLink } from "../permitted/permitted"
import { ExportLink, ListPage } from "../tables/list-page"
import { RowActions } from "../tables/row-actions"

export const meta = title("Reviews")

export const loader = adminPage("reviews.moderate", (ctx) =>
  listOrNothing(ctx, ReviewFilter, listReviewRows, { reviews: [], count: 0 }, invalidProduct),
)

/** Also rejects invalid ids. */
function invalidProduct(url: URL, filter: ReviewFilter): InvalidFilterValues {
  const { product } = filter
  return { ...invalidFilterValues(url, filter), ...(product && !normalizeId(product) && { product }) }
}

const ID_LENGTH = 24

export default function Reviews() {
  const { reviews, filter, ...found } = useLoaderData<typeof loader>()
  const list = { path: "/admin/reviews", filter, defaultSort: "-date" }
  return (
    <ListPage
      title="Enter product ID to find review"
      caption={filter.product ? "Reviews of this product" : "Newest reviews"}
      actions={<ExportLink list={list} />}
      list={list}
      {...found}
      empty={{ title: "There are no reviews yet", icon: "star-empty" }}
      noResults="No reviews found"
      label="Reviews"
      search={{ name: "product", label: "Product ID", type: "text", autoComplete: "off", wholeLength: ID_LENGTH }}
      filters={[{ name: "rating", label: "Rating", options: ratings }]}
      columns={[
        { key: "review", label: "Review ID", narrow: "plain", detail: "date", sort: ["date", "-date"] },
        { key: "user", label: "User", narrow: "title", detail: "product" },
        { key: "comment", label: "Comment", narrow: "plain" },
        { key: "rating", label: "Rating", narrow: "end", sort: ["rating", "-rating"] },
      ]}
      rows={reviews.map(({ id, user, product, createdAt, comment, rating }) => ({
        id,
        review: <span className="nowrap">{id}</span>,
        date: <CalendarDate date={createdAt} />,
        user: <RecordLink to={paths.adminUser(user.id)}>{user.name}</RecordLink>,
        product: (
          <Link to={paths.product(product)}>
            <bdi>{product.name}</bdi>
          </Link>
        ),
        comment: <p className="row-comment">{comment}</p>,
        rating: <Badge tone={rating >= 3 ? "good" : "bad"}>{rating}</Badge>,
        actions: <RowActions list={list} kind="review" id={id} name={`review ${id}`} />,
      }))}
    />
  )
}

const ratings = [5, 4, 3, 2, 1].map((stars) => ({ value: String(stars), label: pluralize(stars, "star") }))
