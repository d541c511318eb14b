/** The ends of the fifths of a price slider, in dollars, evenly apart and written under it. */
export const priceMarks = [0, 100, 500, 1_000, 5_000, 25_000]

const STEPS = 20

/** Dollars: most goods cost less than 500 and a few 25,000, so each fifth of the slider has even steps of its own. */
export const priceStops: number[] = priceMarks.flatMap((mark, index) => {
  const next = priceMarks[index + 1]
  if (next === undefined) return [mark]
  return Array.from({ length: STEPS }, (_, step) => mark + (step * (next - mark)) / STEPS)
})

export function nearestStop(price: number): number {
  let nearest = 0
  priceStops.forEach((stop, index) => {
    if (Math.abs(stop - price) < Math.abs((priceStops[nearest] ?? 0) - price)) nearest = index
  })
  return nearest
}
