import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react"

interface ShopFormOptions<Fields extends Record<string, unknown>> {
  id: string
  /** The action's answer, if there is one. */
  lastResult?: SubmissionResult | null
  /** The initial values of the fields. */
  defaultValue?: DefaultValue<Fields>
}

/** A form whose rules live on the server: the browser sends it is and shows what comes back. */
export function useShopForm<Fields extends Record<string, unknown>>({
  id,
  lastResult,
  defaultValue,
}: ShopFormOptions<Fields>) {
  return useForm<Fields>({ id, lastResult, defaultValue, shouldValidate: "onSubmit" })
}
