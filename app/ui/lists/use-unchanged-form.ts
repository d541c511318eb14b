import { useLocation } from "@remix-run/react"
import { type RefObject, useCallback, useEffect, useRef } from "react"

/**
 * Whether a GET form still asks for what the page shows. Sending it once more must leave no second entry of the same
 * address in the history. The addresses themselves cannot be compared: the server may write the form's more shortly.
 */
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
