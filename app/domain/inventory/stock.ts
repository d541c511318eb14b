import { z } from "zod"
import { wholeNumber } from "~/domain/validation/whole-number"

export const MAX_STOCK = 999_999
/** The stock of a variant that is sold without counting, which no order reduces */
export const UNCOUNTED_STOCK = MAX_STOCK

const STOCK_RULE = `Stock must be a whole number from 0 to ${MAX_STOCK}`

/** Order lines of a refund or a return */
export const UnitCount = wholeNumber(0, 1_000_000, {
  sentence: "Units must be a whole number",
  example: "2",
  tooLarge: "There are too many units",
}).default(0)

export const StockUnits = z
  .union([z.string().max(100), z.number()], "Please enter the stock")
  .transform((units): unknown => units)
  .pipe(wholeNumber(0, MAX_STOCK, { sentence: STOCK_RULE, example: "" }))
