import { type KeyboardEvent, type PointerEvent, useState } from "react"
import type { IncomeBar } from "./income-plot.server"

interface ChartReadoutProps {
  label: string
  width: number
  bars: IncomeBar[]
}

/** Shows the values of the bar under the pointer; for the keyboard it is a slider. */
export function ChartReadout({ label, width, bars }: ChartReadoutProps) {
  const last = bars.length - 1
  const [index, setIndex] = useState(last)
  const [shown, setShown] = useState(false)
  const bar = bars[Math.min(index, last)]
  if (!bar) return null

  function point({ currentTarget, clientX }: PointerEvent<HTMLElement>) {
    const box = currentTarget.getBoundingClientRect()
    const at = Math.floor(((clientX - box.left) / box.width) * bars.length)
    setIndex(Math.max(0, Math.min(last, at)))
    setShown(true)
  }
  function step(event: KeyboardEvent) {
    const to = {
      ArrowLeft: index - 1,
      ArrowDown: index - 1,
      ArrowRight: index + 1,
      ArrowUp: index + 1,
      Home: 0,
      End: last,
    }[event.key]
    if (event.key === "Escape") setShown(false)
    if (to === undefined) return
    event.preventDefault()
    setIndex(Math.max(0, Math.min(last, to)))
    setShown(true)
  }
  const at = (100 * (bar.x + bar.width / 2)) / width
  return (
    <div
      className="chart-readout"
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={1}
      aria-valuemax={bars.length}
      aria-valuenow={Math.min(index, last) + 1}
      aria-valuetext={bar.label.join(", ")}
      onPointerMove={point}
      onPointerDown={point}
      onPointerLeave={() => setShown(false)}
      onFocus={() => setShown(true)}
      onBlur={() => setShown(false)}
      onKeyDown={step}
    >
      {shown && (
        <>
          <span className="chart-readout-mark" style={{ insetInlineStart: `${at}%` }} />
          <span className="chart-readout-words" style={{ insetInlineStart: `${at}%`, translate: `${-at}%` }}>
            {bar.label.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </span>
        </>
      )}
    </div>
  )
}
