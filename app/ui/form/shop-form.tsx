import { type FormMetadata, FormProvider, getFormProps } from "@conform-to/react"
import { type ReactNode, type RefObject, useEffect, useRef } from "react"
import { isSecretField } from "~/domain/validation/secret-fields"
import type { AgentTool } from "./agent-tool"
import { ErrorSummary } from "./error-summary"
import { fieldOrder } from "./field-order"
import { PostForm } from "./post-form"
import { useFormResult } from "./use-form-result"

interface ShopFormProps<Fields extends Record<string, unknown>> {
  form: FormMetadata<Fields>
  tool: AgentTool | null
  children: ReactNode
  action?: string
  encType?: "multipart/form-data"
  className?: string
  toast?: boolean
}

/** Browser validation is off: its bubbles name one field at a time and vanish, while the server reports all. */
export function ShopForm<Fields extends Record<string, unknown>>({
  form,
  tool,
  children,
  action,
  encType,
  className = "form",
  toast,
}: ShopFormProps<Fields>) {
  const ref = useRef<HTMLFormElement>(null)
  useSyncFieldsFromPage(ref)
  useClearedSecrets(ref, Object.keys(form.allErrors).length > 0)
  return (
    <FormProvider context={form.context}>
      <PostForm
        ref={ref}
        tool={tool}
        action={action}
        encType={encType}
        className={className}
        {...getFormProps(form)}
        noValidate
      >
        <ErrorSummary form={form} order={fieldOrder(children)} toast={toast} />
        {children}
      </PostForm>
    </FormProvider>
  )
}

/** Uses values that were typed or restored before hydration. */
function useSyncFieldsFromPage(form: RefObject<HTMLFormElement>) {
  useEffect(() => {
    const field = form.current?.querySelector("input[name], select[name], textarea[name]")
    field?.dispatchEvent(new Event("input", { bubbles: true }))
  }, [form])
}

/** The state without scripts */
function useClearedSecrets(form: RefObject<HTMLFormElement>, failed: boolean) {
  const result = useFormResult()
  useEffect(() => {
    if (!failed || !result) return
    for (const field of form.current?.elements ?? []) {
      if (field instanceof HTMLInputElement && isSecretField(field.name)) field.value = ""
    }
  }, [form, failed, result])
}
