import { REVIEWS_PER_PAGE, type ReviewQuery, reviewSortNames, reviewSorts } from "~/domain/reviews/review"
import type { ReviewPage } from "~/domain/reviews/review-list.server"

/** `path` is the address of the page, which may have a query. */
export function viewReviews(path: string, { sort, page }: ReviewQuery, { reviews, count, histogram }: ReviewPage) {
  const withQuery = `${path}${path.includes("?") ? "&" : "?"}`
  const pagePath = `${withQuery}${sort === "newest" ? "" : `sort=${sort}&`}`
  return {
    list: reviews.map(({ id, name, rating, comment, verified, updatedAt }) => ({
      id,
      name,
      rating,
      comment,
      verified,
      writtenOn: updatedAt.toISOString(),
    })),
    count,
    histogram,
    page,
    pages: Math.ceil(count / REVIEWS_PER_PAGE),
    pagePath,
    sorts: reviewSorts.map((key) => ({
      name: reviewSortNames[key],
      href: `${key === "newest" ? path : `${withQuery}sort=${key}`}#reviews`,
      current: key === sort,
    })),
  }
}
