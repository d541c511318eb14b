import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react"

interface ShopFormOptions<Fields extends Record<string, unknown>> {
  id: string
  /** What the action answered, if anything. */
  lastResult?: SubmissionResult | null
  /** What the fields hold at first. */
  defaultValue?: DefaultValue<Fields>
}

/** A form whose rules live on the server: the browser sends it as it is and shows what comes back. */
export function useShopForm<Fields extends Record<string, unknown>>({
  id,
  lastResult,
  defaultValue,
}: ShopFormOptions<Fields>) {
  return useForm<Fields>({ id, lastResult, defaultValue, shouldValidate: "onSubmit" })
}
