import { z } from "zod"
import { Email, PersonName } from "~/domain/accounts/account"
import { UnitCount } from "~/domain/inventory/stock"
import { ObjectId } from "~/domain/object-id"
import { cleanNumber } from "~/domain/text/clean-code"
import { codeText } from "~/domain/text/code-text"
import { arePrintableLines, isPrintable, unprintable } from "~/domain/text/line-of-text"
import { textLines } from "~/domain/text/text-lines"
import { wholeNumber } from "~/domain/validation/whole-number"

const RELOAD = "Please load the page again"
const MAX_WORDS = 1_000
const MAX_LINES = 200

export function words(label: string, most = MAX_WORDS) {
  return textLines(most, `Please enter ${label} as text`, `Please use at most ${most} characters for ${label}`)
    .refine(arePrintableLines, unprintable(`There is a character in ${label} that cannot be used`))
    .default("")
}

/** The fields of both pages; the second one confirms. */
const Statement = z.object({
  name: PersonName,
  email: Email,
  reason: words("the reason"),
  confirmed: z.string(RELOAD).max(100, RELOAD).optional(),
})

/** The public form, without signing in, reveals nothing about the order. */
export const WithdrawalByNumber = Statement.extend({
  order: codeText(60, "Please enter the number of the order", "An order's number has 24 characters", cleanNumber)
    .min(1, { error: "Please enter the number of the order", abort: true })
    .refine(isPrintable, unprintable("There is a character in the number that cannot be used")),
  items: words("the items"),
})

const Units = z
  .array(z.object({ line: ObjectId, quantity: UnitCount }), "Choose the units again")
  .max(MAX_LINES, "There are too many items")
  .default([])

/** Includes the units that were available when the page was opened */
export const OwnUnits = z.object({
  units: Units.refine((units) => units.some(({ quantity }) => quantity > 0), "Choose at least one unit"),
  available: wholeNumber(0, Number.MAX_SAFE_INTEGER, RELOAD),
})

export const OwnWithdrawal = Statement.extend(OwnUnits.shape)
