import { Fragment, type ReactNode, useRef } from "react"
import { Button } from "~/ui/button"
import { GetForm } from "~/ui/lists/get-form"
import { useAutoSubmit } from "./use-auto-submit"

interface FilterFormProps {
  action: string
  label: string
  children: ReactNode
}

/** With scripts every change applies immediately, and the focus stays. */
export function FilterForm({ action, label, children }: FilterFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const fieldsKey = useAutoSubmit(form)
  return (
    <GetForm
      tool={{
        name: "filter_products",
        description: "Lists the products by category, price, rating and options",
        submits: true,
      }}
      ref={form}
      className="filter-form"
      action={action}
      aria-label={label}
      preventScrollReset
    >
      <Fragment key={fieldsKey}>{children}</Fragment>
      <Button variant="secondary" wide>
        Apply filters
      </Button>
    </GetForm>
  )
}
