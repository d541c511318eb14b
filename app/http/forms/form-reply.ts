import type { SubmissionResult } from "@conform-to/react"
import { parseWithZod } from "@conform-to/zod/v4"
import { z } from "zod"
import type { ShopError } from "~/domain/shop-error"
import { isSecretField } from "~/domain/validation/secret-fields"
import { declaredName } from "./form-fields"

export type FormErrors = { fieldErrors: Record<string, string[]> } | { formErrors: string[] }

/** A refusal beside its field. A field that only the sender has named, and the form does not show, gets none. */
export function formErrorsOf({ message, field }: ShopError, schema?: z.ZodType, fileField?: string): FormErrors {
  const shown = field && schema ? declaredName(field, schema, fileField) : field
  return shown ? { fieldErrors: { [shown]: [message] } } : { formErrors: [message] }
}

/** A form as it was typed: nothing is parsed, and nothing else is complained of. */
export function unvalidatedReply(typed: FormData, complaint?: FormErrors): SubmissionResult<string[]> {
  const submission = parseWithZod(typed, { schema: z.looseObject({}) })
  return submission.reply({ hideFields: secretFieldNames(typed), ...complaint })
}

/** What is never sent back. */
export function secretFieldNames(sent: FormData): string[] {
  return [...new Set(sent.keys())].filter(isSecretField)
}
