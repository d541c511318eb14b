/**
 * Where a price slider's thumbs may stand, in dollars. Most goods cost less than $500 and a few cost 25,000: on an even
 * scale the whole shop would lie under the first few pixels, so the steps grow with the price.
 */
export function priceStops(min: number, max: number): number[] {
  const between: number[] = []
  for (let decade = 1; decade < max; decade *= 10) {
    for (const step of [1, 1.5, 2, 2.5, 3, 4, 5, 6, 7.5]) between.push(step * decade)
  }
  return [min, ...between.filter((price) => Number.isInteger(price) && price > min && price < max), max]
}

/** The stop that lies nearest to a price. */
export function nearestStop(stops: number[], price: number): number {
  let nearest = 0
  stops.forEach((stop, index) => {
    if (Math.abs(stop - price) < Math.abs((stops[nearest] ?? 0) - price)) nearest = index
  })
  return nearest
}
