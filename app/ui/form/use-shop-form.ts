import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react"
import { useMemo } from "react"
import { useFormResult } from "./use-form-result"

export interface ShopFormResult extends SubmissionResult<string[]> {
  /** The form was not read to its end, so missing fields are not empty ones. */
  partial?: boolean
}

interface ShopFormOptions<Fields extends Record<string, unknown>> {
  id: string
  /** The response to the page's own form by default; `null` for a form that is sent elsewhere */
  lastResult?: ShopFormResult | null
  defaultValue?: DefaultValue<Fields>
}

/** Validated by the server alone. */
export function useShopForm<Fields extends Record<string, unknown>>({
  id,
  lastResult: given,
  defaultValue,
}: ShopFormOptions<Fields>) {
  const page = useFormResult<ShopFormResult>()
  const lastResult = given === undefined ? page : given
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values at the time of the response
  const result = useMemo(() => lastResult && withUnread(lastResult, defaultValue), [lastResult])
  return useForm<Fields>({ id, lastResult: result, defaultValue, shouldValidate: "onSubmit" })
}

function withUnread(result: ShopFormResult, defaultValue: object | null | undefined): ShopFormResult {
  return result.partial ? { ...result, initialValue: { ...defaultValue, ...result.initialValue } } : result
}
