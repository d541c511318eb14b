import { type RefObject, useEffect, useId, useRef, useState } from "react"
import { formatRoundMoney } from "~/domain/money/format-money"
import { useCurrency, useCurrencySymbol } from "~/ui/currency"
import { useHydrated } from "~/ui/use-hydrated"
import { useSyncedValue } from "~/ui/use-synced-value"
import { RangeTrack } from "./range-track"

interface PriceRangeProps {
  /** Whole dollars, as in the address */
  min: number
  max: number
  from: number
  to: number
}

/** The marks at the fifths of a price slider, in dollars, equally far apart */
export const priceMarks = [0, 100, 500, 1_000, 5_000, 25_000]

const STEPS = 20

/** Dollars: most products cost less than 500 and a few 25,000, so each fifth of the slider has its own step size. */
export const priceStops: number[] = priceMarks.flatMap((mark, index) => {
  const next = priceMarks[index + 1]
  if (next === undefined) return [mark]
  return Array.from({ length: STEPS }, (_, step) => mark + (step * (next - mark)) / STEPS)
})

const LAST_STOP = priceStops.length - 1

export function nearestStop(price: number): number {
  let nearest = 0
  priceStops.forEach((stop, index) => {
    if (Math.abs(stop - price) < Math.abs((priceStops[nearest] ?? 0) - price)) nearest = index
  })
  return nearest
}

/** Two number inputs that work by themselves; scripts add a synchronised slider with two thumbs. */
export function PriceRange({ min, max, from, to }: PriceRangeProps) {
  const hydrated = useHydrated()
  const low = usePriceBox(from, min)
  const high = usePriceBox(to, max)
  const symbol = useCurrencySymbol()
  return (
    <fieldset className="price-range">
      <legend>Price</legend>
      {hydrated && (
        <>
          <div className="range">
            <RangeTrack from={nearestStop(low.price) / LAST_STOP} to={nearestStop(high.price) / LAST_STOP} />
            <Thumb
              label="Lowest price"
              price={low.price}
              isOnTop={nearestStop(low.price) > LAST_STOP / 2}
              onSlide={(to) => low.write(Math.min(to, high.price))}
            />
            <Thumb label="Highest price" price={high.price} onSlide={(to) => high.write(Math.max(to, low.price))} />
          </div>
          <ol className="range-marks" aria-hidden="true">
            {priceMarks.map((mark) => (
              <li key={mark}>
                {symbol}
                {shortPrice(mark)}
              </li>
            ))}
          </ol>
        </>
      )}
      <div className="price-range-boxes">
        <Box label="From" name="price[gte]" value={from} min={min} max={max} box={low.box} onChange={low.read} />
        <Box label="To" name="price[lte]" value={to} min={min} max={max} box={high.box} onChange={high.read} />
      </div>
    </fieldset>
  )
}

/** Dollars; `whenEmpty` if the input is empty */
function usePriceBox(value: number, whenEmpty: number) {
  const box = useRef<HTMLInputElement>(null)
  const [price, setPrice] = useState(value)
  useSyncedValue(box, value)
  function read() {
    const typed = box.current?.valueAsNumber ?? Number.NaN
    setPrice(Number.isNaN(typed) ? whenEmpty : typed)
  }
  // The input has just followed the page, or has a value typed before scripts ran.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the value is what the input follows
  useEffect(read, [value])

  /** The inputs carry the names, so they are updated immediately: the form's listener reads them in this same event. */
  function write(dollars: number) {
    if (box.current) box.current.value = String(dollars)
    setPrice(dollars)
  }
  return { box, price, read, write }
}

interface ThumbProps {
  label: string
  price: number
  /** Only the lowest of two thumbs at the same end can move. */
  isOnTop?: boolean
  onSlide: (price: number) => void
}

function Thumb({ label, price, isOnTop, onSlide }: ThumbProps) {
  return (
    <input
      type="range"
      min={0}
      max={LAST_STOP}
      step={1}
      value={nearestStop(price)}
      aria-label={label}
      aria-valuetext={formatRoundMoney(price * 100, useCurrency())}
      data-on-top={isOnTop || undefined}
      onChange={({ currentTarget }) => onSlide(priceStops[currentTarget.valueAsNumber] ?? price)}
    />
  )
}

interface BoxProps {
  label: string
  name: string
  value: number
  min: number
  max: number
  box: RefObject<HTMLInputElement>
  onChange: () => void
}

function Box({ label, value, box, ...input }: BoxProps) {
  const id = useId()
  return (
    <div>
      <label htmlFor={id} className="muted">
        {label}
      </label>{" "}
      <span className="input-affix">
        <span aria-hidden="true">{useCurrencySymbol()}</span>{" "}
        <input
          id={id}
          ref={box}
          className="price-range-box"
          type="number"
          inputMode="decimal"
          step="any"
          defaultValue={value}
          {...input}
        />
      </span>
    </div>
  )
}

/** Formats "25k", because six labels fit under a narrow slider. */
function shortPrice(dollars: number): string {
  return dollars < 1_000 ? String(dollars) : `${dollars / 1_000}k`
}
