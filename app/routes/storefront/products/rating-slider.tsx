import { Link } from "@remix-run/react"
import { useEffect, useRef, useState } from "react"
import { useHydrated } from "~/ui/use-hydrated"
import { useSyncedValue } from "~/ui/use-synced-value"
import { RangeTrack } from "./range-track"

interface RatingSliderProps {
  /** 0 to 5; 0 filters nothing. */
  value: number
  /** For lynx, which draws no slider */
  links: readonly { label: string; href: string }[]
}

/** A native range input with its scale below it; scripts add a text for its value. */
export function RatingSlider({ value, links }: RatingSliderProps) {
  const [rating, setRating] = useState(value)
  const hydrated = useHydrated()
  const input = useRef<HTMLInputElement>(null)
  useSyncedValue(input, value)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value has just moved the slider, and people may have done so before scripts ran
  useEffect(() => {
    if (input.current) setRating(input.current.valueAsNumber)
  }, [value])
  return (
    <div className="rating-slider">
      <label htmlFor="rating-slider">Ratings Above</label>{" "}
      {hydrated && <output htmlFor="rating-slider">{rating === 0 ? "Any" : `${rating} and up`}</output>}
      <span className="range">
        <RangeTrack from={hydrated ? rating / 5 : 1} to={1} />
        <input
          id="rating-slider"
          ref={input}
          type="range"
          name="ratings[gte]"
          min={0}
          max={5}
          step={0.5}
          defaultValue={value}
          aria-valuetext={rating === 0 ? "Any rating" : `${rating} stars and up`}
          onChange={(event) => setRating(event.currentTarget.valueAsNumber)}
        />
      </span>
      <ol className="range-marks" aria-hidden="true">
        {[0, 1, 2, 3, 4, 5].map((mark) => (
          <li key={mark}>{mark}</li>
        ))}
      </ol>
      <noscript>
        <ul className="rating-links">
          {links.map(({ label, href }) => (
            <li key={label}>
              <Link to={href}>{label}</Link>
            </li>
          ))}
        </ul>
      </noscript>
    </div>
  )
}
