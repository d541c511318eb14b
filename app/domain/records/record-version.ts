import { ifValid } from "~/domain/form-rules"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"

const RELOAD = "Please load the page again"

/** The version that a form was opened with */
export const versionSchema = codeText(10, RELOAD, RELOAD, cleanNumber)
  .regex(/^\d{1,9}$/, { error: RELOAD, ...ifValid })
  .transform(Number)
