import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from "react"
import { CURRENCY, formatRoundCents } from "~/domain/money"
import { nearestStop, priceMarks, priceStops } from "./price-stops"
import { RangeTrack } from "./range-track"
import { useHydrated } from "./use-hydrated"
import { useSyncedValue } from "./use-synced-value"

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
  const [low, setLow] = useState(from)
  const [high, setHigh] = useState(to)
  const lowBox = useRef<HTMLInputElement>(null)
  const highBox = useRef<HTMLInputElement>(null)
  useSyncedValue(lowBox, from)
  useSyncedValue(highBox, to)
  // The boxes have just followed the page, or hold what was typed into them before scripts ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: both are what the boxes follow
  useEffect(() => {
    setLow(priceIn(lowBox.current) ?? min)
    setHigh(priceIn(highBox.current) ?? max)
  }, [from, to])

  /** The boxes carry the names, so they are written at once: a form that listens reads them in this same event. */
  function slide(side: "low" | "high", { currentTarget }: FormEvent<HTMLInputElement>) {
    const price = priceStops[currentTarget.valueAsNumber] ?? min
    const next = side === "low" ? Math.min(price, high) : Math.max(price, low)
    const box = side === "low" ? lowBox.current : highBox.current
    if (box) box.value = String(next)
    if (side === "low") setLow(next)
    else setHigh(next)
  }
  const last = priceStops.length - 1
  return (
    <fieldset className="price-range">
      <legend>{legend}</legend>
      {hydrated && (
        <div className="range">
          <RangeTrack from={nearestStop(low) / last} to={nearestStop(high) / last} />
          <Thumb label="Lowest price" at={nearestStop(low)} last={last} price={low} onSlide={(e) => slide("low", e)} />
          <Thumb
            label="Highest price"
            at={nearestStop(high)}
            last={last}
            price={high}
            onSlide={(e) => slide("high", e)}
          />
        </div>
      )}
      {hydrated && (
        <ol className="range-marks" aria-hidden="true">
          {priceMarks.map((mark) => (
            <li key={mark}>{shortPrice(mark)}</li>
          ))}
        </ol>
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
      aria-valuetext={formatRoundCents(price * 100)}
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
          onChange={({ currentTarget }) => onValue(priceIn(currentTarget))}
        />
      </span>
    </div>
  )
}

/** "$25k": six of them stand under a narrow slider. */
function shortPrice(dollars: number): string {
  return CURRENCY.symbol + (dollars < 1_000 ? dollars : `${dollars / 1_000}k`)
}

/** Undefined while the box is empty. */
function priceIn(box: HTMLInputElement | null): number | undefined {
  return box === null || Number.isNaN(box.valueAsNumber) ? undefined : box.valueAsNumber
}
