/** What lies between two points of a slider, both from 0 to 1. Drawn, because browsers colour the wrong side or none. */
export function RangeTrack({ from, to }: { from: number; to: number }) {
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className="range-ground" width="1" height="1" />
      <rect x={from} width={Math.max(0, to - from)} height="1" />
    </svg>
  )
}
