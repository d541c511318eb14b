import { pluralize } from "~/domain/text/pluralize"
import { classNames } from "./class-names"

interface StarsProps {
  /** An average from 0 to 5; drawn to the nearest half. */
  rating: number
  /** How many reviews it is made of; shown beside the stars. */
  count?: number
  /** Small stars are for dense rows; all others are 20 px on a phone and 25 px from 600 px on. */
  size?: "small" | "normal"
}

/** The nearest half star, never outside 0 to 5. */
export function toHalfStars(rating: number): number {
  return Math.min(5, Math.max(0, Math.round(rating * 2) / 2))
}

/** Each rating is drawn once for all pages: five pale stars, and the same five in full colour as far as it goes. */
export function Stars({ rating, count, size = "normal" }: StarsProps) {
  const stars = toHalfStars(rating)
  return (
    <span className={classNames("stars", size === "small" && "stars-small")}>
      <svg
        className="stars-row"
        role="img"
        aria-label={count === 0 ? "Not rated yet" : `Rated ${stars} out of 5 stars`}
      >
        <use href={`/icons.svg#stars-${stars}`} />
      </svg>
      {count !== undefined && (
        <>
          <span className="stars-count" aria-hidden="true">{`(${count})`}</span>
          <span className="visually-hidden">{pluralize(count, "review")}</span>
        </>
      )}
    </span>
  )
}
