import { withCommas } from "./with-commas"

/** A number with its noun: "1 product", "1,200 products". */
export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`
}
