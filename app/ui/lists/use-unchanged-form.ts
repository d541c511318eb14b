import { useLocation } from "@remix-run/react"
import { type RefObject, useCallback, useEffect, useRef } from "react"

/** Whether a GET form matches the page. Addresses cannot be compared: the server may shorten the form's. */
export function useUnchangedForm(form: RefObject<HTMLFormElement>): () => boolean {
  const { key } = useLocation()
  const asked = useRef<string>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each address comes with its own fields
  useEffect(() => {
    asked.current = form.current ? fieldsOf(form.current) : undefined
  }, [form, key])
  return useCallback(() => form.current !== null && fieldsOf(form.current) === asked.current, [form])
}

function fieldsOf(form: HTMLFormElement): string {
  return JSON.stringify([...new FormData(form)])
}
