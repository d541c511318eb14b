import type { SubmissionResult } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import { z } from "zod"
import type { ShopError } from "~/domain/shop-error"
import { isSecretField } from "~/domain/validation/secret-fields"
import { declaredName } from "./form-fields"

export type FormErrors = { fieldErrors: Record<string, string[]> } | { formErrors: string[] }

/** Shows the message above the form if the form does not declare its field. */
export function formErrorsOf(error: ShopError, schema?: z.ZodType, fileField?: string): FormErrors {
  const { message, field, messages } = error
  const several = Object.entries(messages).map(([name, message]) => [name, [message]])
  if (several.length > 0) return { fieldErrors: Object.fromEntries(several) }
  const shown = field && schema ? declaredName(field, schema, fileField) : field
  return shown ? { fieldErrors: { [shown]: [message] } } : { formErrors: [message] }
}

/** One schema, because the library keeps what it derives from each */
const anyFields = z.looseObject({})

export function unvalidatedReply(typed: FormData, errors?: FormErrors): SubmissionResult<string[]> {
  const submission = parseWithZod(typed, { schema: anyFields })
  return submission.reply({ hideFields: secretFieldNames(typed), ...errors })
}

export function secretFieldNames(sent: FormData): string[] {
  return [...new Set(sent.keys())].filter(isSecretField)
}
