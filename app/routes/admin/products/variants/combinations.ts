import type { ProductOption } from "~/domain/catalog/variants/variant"

type Options = readonly Pick<ProductOption, "values">[]

/** Returns 1 without options */
export function countCombinations(options: Options): number {
  return options.reduce((count, { values }) => count * values.length, 1)
}

/** Slugs of some combinations in order; the last option's values change first. */
export function combinationsFrom(options: Options, start: number, most: number): string[][] {
  const end = Math.min(start + most, countCombinations(options))
  return Array.from({ length: Math.max(0, end - start) }, (_, index) => combinationAt(options, start + index))
}

function combinationAt(options: Options, place: number): string[] {
  let rest = place
  return options
    .toReversed()
    .map(({ values }) => {
      const slug = values[rest % values.length]?.slug ?? ""
      rest = Math.floor(rest / values.length)
      return slug
    })
    .reverse()
}
