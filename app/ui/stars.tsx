import { pluralize } from "~/domain/pluralize"
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

export function Stars({ rating, count, size = "normal" }: StarsProps) {
  const stars = toHalfStars(rating)
  return (
    <span className={classNames("stars", size === "small" && "stars-small")}>
      <StarRow stars={stars} label={count === 0 ? "Not rated yet" : `Rated ${stars} out of 5 stars`} />
      {count !== undefined && (
        <span className="stars-count">
          <span aria-hidden="true">({count})</span>
          <span className="visually-hidden">{pluralize(count, "review")}</span>
        </span>
      )}
    </span>
  )
}

/** Five pale stars, and the same five in full colour cut off where the rating ends. */
function StarRow({ stars, label }: { stars: number; label: string }) {
  const end = stars * 24
  return (
    <svg className="stars-row" viewBox="0 0 120 24" role="img" aria-label={label}>
      <use className="stars-ground" href="/icons.svg#stars" width="120" height="24" />
      {stars > 0 && (
        <svg width={end} height="24" viewBox={`0 0 ${end} 24`} aria-hidden="true">
          <use href="/icons.svg#stars" width="120" height="24" />
        </svg>
      )}
    </svg>
  )
}
