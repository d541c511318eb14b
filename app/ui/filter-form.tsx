import { Form } from "@remix-run/react"
import { Fragment, type ReactNode, useRef } from "react"
import { Button } from "./button"
import { useAppliedChanges } from "./use-applied-changes"

interface FilterFormProps {
  action: string
  label: string
  /** Fields that follow the address. */
  children: ReactNode
}

/** A GET form with a button; with scripts every change is applied at once, in place, and focus stays where it is. */
export function FilterForm({ action, label, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const fieldsKey = useAppliedChanges(form)
  return (
    <Form ref={form} className="filter-form" action={action} method="get" aria-label={label} preventScrollReset>
      <Fragment key={fieldsKey}>{children}</Fragment>
      <Button variant="secondary" wide>
        Apply filters
      </Button>
    </Form>
  )
}
