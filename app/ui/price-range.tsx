import { type FormEvent, type RefObject, useEffect, useId, useMemo, useRef, useState } from "react"
import { useHydrated } from "./hydrated"
import { nearestStop, priceStops } from "./price-stops"
import { RangeTrack } from "./range-track"
import { isBeingChanged, useFollowedValue } from "./use-followed-value"

interface PriceRangeProps {
  /** All in whole dollars, as the address says them. */
  min: number
  max: number
  from: number
  to: number
  nameFrom: string
  nameTo: string
  legend?: string
}

/** Two number boxes that work by themselves; scripts lay a slider with two thumbs over them that always agrees. */
export function PriceRange({ min, max, from, to, nameFrom, nameTo, legend = "Price" }: PriceRangeProps) {
  const hydrated = useHydrated()
  const stops = useMemo(() => priceStops(min, max), [min, max])
  const [low, setLow] = useState(from)
  const [high, setHigh] = useState(to)
  const lowBox = useRef<HTMLInputElement>(null)
  const highBox = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (!isBeingChanged(lowBox.current)) setLow(from)
  }, [from])
  useEffect(() => {
    if (!isBeingChanged(highBox.current)) setHigh(to)
  }, [to])
  useFollowedValue(lowBox, from)
  useFollowedValue(highBox, to)

  /** The boxes carry the names, so they are written at once: a form that listens reads them in this same event. */
  function slide(side: "low" | "high", { currentTarget }: FormEvent<HTMLInputElement>) {
    const price = stops[currentTarget.valueAsNumber] ?? min
    const next = side === "low" ? Math.min(price, high) : Math.max(price, low)
    const box = side === "low" ? lowBox.current : highBox.current
    if (box) box.value = String(next)
    if (side === "low") setLow(next)
    else setHigh(next)
  }
  const last = stops.length - 1
  return (
    <fieldset className="price-range">
      <legend>{legend}</legend>
      {hydrated && (
        <div className="range">
          <RangeTrack from={nearestStop(stops, low) / last} to={nearestStop(stops, high) / last} />
          <Thumb
            label="Lowest price"
            at={nearestStop(stops, low)}
            last={last}
            price={low}
            onSlide={(e) => slide("low", e)}
          />
          <Thumb
            label="Highest price"
            at={nearestStop(stops, high)}
            last={last}
            price={high}
            onSlide={(e) => slide("high", e)}
          />
        </div>
      )}
      <div className="price-range-boxes">
        <Box
          label="From"
          name={nameFrom}
          value={from}
          min={min}
          max={max}
          boxRef={lowBox}
          onValue={(price) => setLow(price ?? min)}
        />
        <Box
          label="To"
          name={nameTo}
          value={to}
          min={min}
          max={max}
          boxRef={highBox}
          onValue={(price) => setHigh(price ?? max)}
        />
      </div>
    </fieldset>
  )
}

interface ThumbProps {
  label: string
  at: number
  last: number
  price: number
  onSlide: (event: FormEvent<HTMLInputElement>) => void
}

function Thumb({ label, at, last, price, onSlide }: ThumbProps) {
  return (
    <input
      type="range"
      min={0}
      max={last}
      step={1}
      value={at}
      aria-label={label}
      aria-valuetext={`$${price.toLocaleString("en-US")}`}
      onChange={onSlide}
    />
  )
}

interface BoxProps {
  label: string
  name: string
  value: number
  min: number
  max: number
  boxRef: RefObject<HTMLInputElement>
  /** Undefined while the box is empty. */
  onValue: (value: number | undefined) => void
}

function Box({ label, name, value, min, max, boxRef, onValue }: BoxProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="muted">
        {label}
      </label>
      <span className="input-affix">
        <span aria-hidden="true">$</span>
        <input
          id={id}
          ref={boxRef}
          className="price-range-box"
          type="number"
          inputMode="decimal"
          name={name}
          min={min}
          max={max}
          step="any"
          defaultValue={value}
          onChange={({ currentTarget: { valueAsNumber } }) =>
            onValue(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)
          }
        />
      </span>
    </div>
  )
}
