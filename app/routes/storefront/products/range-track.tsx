/**
 * The part of a slider's track between two points from 0 to 1. It is drawn separately, because browsers colour the
 * wrong side or none.
 */
export function RangeTrack({ from, to }: { from: number; to: number }) {
  return (
    <svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <rect className="range-ground" width="1" height="1" />
      <rect x={from} width={Math.max(0, to - from)} height="1" />
    </svg>
  )
}
