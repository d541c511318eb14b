interface RatingHistogramProps {
  /** Best rating first */
  buckets: { stars: number; count: number }[]
}

export function RatingHistogram({ buckets }: RatingHistogramProps) {
  const total = buckets.reduce((sum, { count }) => sum + count, 0)
  return (
    <ul className="rating-histogram" aria-label="Ratings">
      {buckets.map(({ stars, count }) => (
        <li key={stars}>
          <span>
            {stars} <span className="visually-hidden">{stars === 1 ? "star:" : "stars:"}</span>
          </span>{" "}
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect className="rating-histogram-ground" width="100" height="8" />
            <rect width={total ? (100 * count) / total : 0} height="8" />
          </svg>
          <span>
            {count} <span className="visually-hidden">{count === 1 ? "review" : "reviews"}</span>
          </span>
        </li>
      ))}
    </ul>
  )
}
