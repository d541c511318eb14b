import { Form, type FormProps, useSubmit } from "@remix-run/react"
import { type FormEvent, forwardRef, useImperativeHandle, useRef } from "react"
import { useUnchangedForm } from "./use-unchanged-form"

/** Submitting it unchanged adds no history entry. */
export const GetForm = forwardRef<HTMLFormElement, Omit<FormProps, "method" | "onSubmit">>(function GetForm(
  { preventScrollReset, ...props },
  ref,
) {
  const form = useRef<HTMLFormElement>(null)
  useImperativeHandle<HTMLFormElement | null, HTMLFormElement | null>(ref, () => form.current)
  const isUnchanged = useUnchangedForm(form)
  const submit = useSubmit()
  function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    submit(event.currentTarget, { replace: isUnchanged(), preventScrollReset })
  }
  return <Form ref={form} {...props} method="get" onSubmit={send} />
})
