/** Directive 2011/83/EU, article 6(1)(k) */
export const NO_RIGHT = "There is no right of withdrawal for:"

interface OrderedLine {
  name: string
  reason: string | null
}

/** Returns the exempt items of an order with their reasons. */
export function exemptionRows(lines: readonly OrderedLine[]): string[] {
  return lines.flatMap(({ name, reason }) => (reason ? [`${name}: ${reason}`] : []))
}
