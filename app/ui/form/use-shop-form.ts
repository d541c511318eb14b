import { type DefaultValue, type SubmissionResult, useForm } from "@conform-to/react"
import { useNavigation } from "@remix-run/react"
import { useEffect, useMemo, useRef, useState } from "react"
import { useFormResult } from "./use-form-result"

export interface ShopFormResult extends SubmissionResult<string[]> {
  /** The form was not read completely, so missing fields are not empty ones. */
  partial?: boolean
}

interface ShopFormOptions<Fields extends Record<string, unknown>> {
  id: string
  /** The response to the page's own form by default; `null` for a form that is sent elsewhere */
  lastResult?: ShopFormResult | null
  defaultValue?: DefaultValue<Fields>
}

/** Validated by the server alone */
export function useShopForm<Fields extends Record<string, unknown>>({
  id,
  lastResult: given,
  defaultValue,
}: ShopFormOptions<Fields>) {
  const page = useFormResult<ShopFormResult>()
  const accepted = useAccepted(id, page)
  const lastResult = given === undefined ? (page ?? accepted) : given
  // biome-ignore lint/correctness/useExhaustiveDependencies: the values at the time of the response
  const result = useMemo(() => lastResult && withUnread(lastResult, defaultValue), [lastResult])
  return useForm<Fields>({ id, lastResult: result, defaultValue, shouldValidate: "onSubmit" })
}

function withUnread(result: ShopFormResult, defaultValue: object | null | undefined): ShopFormResult {
  return result.partial ? { ...result, initialValue: { ...defaultValue, ...result.initialValue } } : result
}

/** Returns a result without errors once the server has accepted what this form has sent, and the page stays. */
function useAccepted(id: string, refusal: ShopFormResult | undefined): ShopFormResult | undefined {
  const { state } = useNavigation()
  const isSent = useRef(false)
  const [accepted, setAccepted] = useState<ShopFormResult>()
  useEffect(() => {
    const note = ({ target }: Event) => {
      if (target instanceof HTMLFormElement && target.id === id) isSent.current = true
    }
    document.addEventListener("submit", note)
    return () => document.removeEventListener("submit", note)
  }, [id])
  useEffect(() => {
    if (state !== "idle" || !isSent.current) return
    isSent.current = false
    setAccepted(refusal ? undefined : { status: "success" })
  }, [state, refusal])
  return accepted
}
