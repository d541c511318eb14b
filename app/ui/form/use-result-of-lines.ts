import { useMemo } from "react"
import { useFormResult } from "./use-form-result"
import type { ShopFormResult } from "./use-shop-form"

interface OfLine {
  line: string
}

/** Of the form, which starts anew when there are other lines. */
export function linesKey(units: readonly OfLine[]): string {
  return units.map(({ line }) => line).join(" ")
}

/** Returns the page's form result with what was typed for these lines: others are gone, and the rest has moved up. */
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
