import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react"
import { useMemo } from "react"

/** The server's answer to a form. */
export interface ShopFormResult extends SubmissionResult<string[]> {
  /** Whether the form was refused before its end: the fields that are missing were not emptied by anybody. */
  partial?: boolean
}

interface ShopFormOptions<Fields extends Record<string, unknown>> {
  id: string
  /** The action's answer, if there is one. */
  lastResult?: ShopFormResult | null
  /** The initial values of the fields. */
  defaultValue?: DefaultValue<Fields>
}

/** A form whose rules live on the server: the browser sends it is and shows what comes back. */
export function useShopForm<Fields extends Record<string, unknown>>({
  id,
  lastResult,
  defaultValue,
}: ShopFormOptions<Fields>) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values of the time when the answer came
  const result = useMemo(() => lastResult && withUnread(lastResult, defaultValue), [lastResult])
  return useForm<Fields>({ id, lastResult: result, defaultValue, shouldValidate: "onSubmit" })
}

function withUnread(result: ShopFormResult, defaultValue: object | null | undefined): ShopFormResult {
  return result.partial ? { ...result, initialValue: { ...defaultValue, ...result.initialValue } } : result
}
