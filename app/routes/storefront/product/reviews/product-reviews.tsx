import { withCommas } from "~/domain/text/with-commas"
import { ButtonLink } from "~/ui/button"
import { EmptyState } from "~/ui/lists/empty-state"
import { Pagination } from "~/ui/lists/pagination"
import { Stars } from "~/ui/stars"
import { SortLinks } from "../../products/sort-links"
import { RatingHistogram } from "./rating-histogram"
import { Review } from "./review"
import type { viewReviews } from "./review-list-view"

interface ProductReviewsProps {
  path: string
  /** The query of the chosen options */
  choice: string
  rating: number
  reviews: ReturnType<typeof viewReviews>
  /** How the shop checks them, where a law asks for it */
  checks: string | null
}

export function ProductReviews({ path, choice, rating, reviews, checks }: ProductReviewsProps) {
  const pageHref = (page: number) => `${reviews.pagePath}page=${page}#reviews`
  return (
    <section id="reviews" className="product-reviews" aria-labelledby="reviews-title">
      <div className="section-head">
        <h2 id="reviews-title" tabIndex={-1} data-list-start>
          Reviews
        </h2>
        <ButtonLink to={`${path}/review${choice}#review`} variant="secondary" icon="edit" preventScrollReset>
          Submit review
        </ButtonLink>
      </div>
      {checks !== null && <p className="muted">{checks}</p>}
      {reviews.count === 0 ? (
        <p className="muted">No reviews yet</p>
      ) : (
        <div className="with-sidebar">
          <div className="stack">
            <p className="cluster review-average">
              <strong>{rating.toFixed(1)}</strong> <Stars rating={rating} count={reviews.count} />
            </p>
            <RatingHistogram buckets={reviews.histogram} />
          </div>
          <div className="stack">
            {reviews.count > 1 && <SortLinks sorts={reviews.sorts} />}
            {reviews.list.length > 0 ? (
              <ul className="reviews">
                {reviews.list.map((review) => (
                  <Review key={review.id} {...review} />
                ))}
              </ul>
            ) : (
              <EmptyState
                title="This page is past the end"
                action={<ButtonLink to={pageHref(reviews.pages)}>Go to the last page</ButtonLink>}
              >
                The reviews end on page {withCommas(reviews.pages)}.
              </EmptyState>
            )}
            <Pagination page={reviews.page} pages={reviews.pages} href={pageHref} />
          </div>
        </div>
      )}
    </section>
  )
}
