import { withCommas } from "./with-commas"

export function pluralize(count: number, one: string, many = `${one}s`): string {
  return `${withCommas(count)} ${count === 1 ? one : many}`
}
