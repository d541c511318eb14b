import { useMemo } from "react"
import { useFormResult } from "./use-form-result"
import type { ShopFormResult } from "./use-shop-form"

interface OfLine {
  line: string
}

/** The key of the form, which restarts when it has other lines */
export function linesKey(units: readonly OfLine[]): string {
  return units.map(({ line }) => line).join(" ")
}

/**
 * Returns the page's form result with the entries for these lines: removed lines are left out, and the rest moves up.
 */
export function useResultOfLines(units: readonly OfLine[]): ShopFormResult | undefined {
  const result = useFormResult<ShopFormResult>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: other lines are another form
  return useMemo(() => result && ofLines(result, units), [result])
}

function ofLines(result: ShopFormResult, units: readonly OfLine[]): ShopFormResult {
  const typed = result.initialValue?.units
  if (!Array.isArray(typed)) return result
  const kept = units.map((unit) => typed.find((one) => lineOf(one) === unit.line) ?? { ...unit })
  return { ...result, initialValue: { ...result.initialValue, units: kept } }
}

function lineOf(typed: unknown): unknown {
  return (typed as Partial<OfLine> | null | undefined)?.line
}
