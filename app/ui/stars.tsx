interface StarsProps {
  /** The rating from 0 to 5 */
  rating: number
  count?: number
}

export function toHalfStars(rating: number): number {
  return Math.min(5, Math.max(0, Math.round(rating * 2) / 2))
}

/** Each rating is drawn once in the sprite. */
export function Stars({ rating, count }: StarsProps) {
  const stars = toHalfStars(rating)
  return (
    <span className="stars">
      <svg className="stars-row" aria-hidden="true">
        <use href={`/icons.svg#stars-${stars}`} />
      </svg>
      <span className="visually-hidden">{count === 0 ? "Not rated yet" : `Rated ${stars} out of 5 stars`}</span>
      {count !== undefined && (
        <>
          {" "}
          <span className="stars-count">
            {`${count} `}
            <span className="visually-hidden">{count === 1 ? "review" : "reviews"}</span>
          </span>
        </>
      )}
    </span>
  )
}
