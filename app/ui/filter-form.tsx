import { Form, useSubmit } from "@remix-run/react"
import { type FormEvent, type ReactNode, useEffect, useRef } from "react"
import { Button } from "./button"

interface FilterFormProps {
  action: string
  label: string
  /** Changes whenever the address does, so that the fields follow it. */
  children: ReactNode
}

/** Milliseconds without a change after which the filters are applied. */
const pause = 400

/** A GET form with a button; with scripts every change is applied at once, in place, and focus stays where it is. */
export function FilterForm({ action, label, children }: FilterFormProps) {
  const submit = useSubmit()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  function applySoon({ currentTarget: form }: FormEvent<HTMLFormElement>) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (form.isConnected && form.checkValidity()) submit(form, { replace: true, preventScrollReset: true })
    }, pause)
  }
  return (
    <Form
      className="filter-form"
      action={action}
      method="get"
      aria-label={label}
      preventScrollReset
      onChange={applySoon}
      onSubmit={() => clearTimeout(timer.current)}
    >
      {children}
      <Button variant="secondary" wide>
        Apply filters
      </Button>
    </Form>
  )
}
