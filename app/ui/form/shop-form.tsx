import { type FormMetadata, FormProvider, getFormProps } from "@conform-to/react"
import { Form } from "@remix-run/react"
import type { ReactNode } from "react"
import { ErrorSummary } from "./error-summary"

interface ShopFormProps<Fields extends Record<string, unknown>> {
  form: FormMetadata<Fields>
  children: ReactNode
  action?: string
  encType?: "multipart/form-data"
  className?: string
}

/**
 * A form with its error summary. The browser's own checks are off, with scripts and without: its bubbles name one field
 * at a time, vanish, and cannot be reached again, while the server checks everything anyway and lists it all.
 */
export function ShopForm<Fields extends Record<string, unknown>>({
  form,
  children,
  action,
  encType,
  className = "form",
}: ShopFormProps<Fields>) {
  return (
    <FormProvider context={form.context}>
      <Form method="post" action={action} encType={encType} className={className} {...getFormProps(form)} noValidate>
        <ErrorSummary form={form} />
        {children}
      </Form>
    </FormProvider>
  )
}
