import { z } from "zod"
import { Amount } from "~/domain/money/amount"
import { FormKey } from "~/domain/records/form-key"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText, foreign } from "~/domain/text/code-text"

const NO_DAY = "Please enter a day such as 2026-12-24"

export const RecordedPayment = z.object({
  formKey: FormKey,
  amount: Amount,
  receivedOn: codeText(10, NO_DAY, NO_DAY, cleanNumber).refine(
    (text) => z.iso.date().safeParse(text).success && text.startsWith("2"),
    foreign(NO_DAY, /^[\d-]$/),
  ),
})
