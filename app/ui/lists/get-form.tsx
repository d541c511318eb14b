import { Form, type FormProps, useLocation, useSubmit } from "@remix-run/react"
import { type FormEvent, forwardRef, type RefObject, useCallback, useEffect, useImperativeHandle, useRef } from "react"
import { type AgentTool, useToolAttributes } from "~/ui/form/agent-tool"

interface GetFormProps extends Omit<FormProps, "method" | "onSubmit"> {
  tool: AgentTool | null
}

/** Submitting it unchanged adds no history entry. */
export const GetForm = forwardRef<HTMLFormElement, GetFormProps>(function GetForm(
  { preventScrollReset, tool, ...props },
  ref,
) {
  const form = useRef<HTMLFormElement>(null)
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => form.current)
  const attributes = useToolAttributes(tool)
  const isUnchanged = useUnchangedForm(form)
  const submit = useSubmit()
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submit(event.currentTarget, { replace: isUnchanged(), preventScrollReset })
  }
  return <Form ref={form} {...props} {...attributes} method="get" onSubmit={send} />
})

/**
 * Returns whether a GET form matches the page. Addresses cannot be compared, because the server may shorten the form's.
 */
function useUnchangedForm(form: RefObject<HTMLFormElement>): () => boolean {
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
