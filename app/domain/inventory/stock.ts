import { z } from "zod"

export const MAX_STOCK = 999_999

const STOCK_RULE = `Stock must be a whole number from 0 to ${MAX_STOCK}`

/** Of what is refunded or sent back */
export const UnitCount = z.coerce
  .number("Units must be a whole number")
  .int("Units must be a whole number")
  .min(0, "Units must be a whole number")
  .max(1_000_000, "These are too many units")
  .default(0)

export const StockUnits = z
  .union([z.string().max(100), z.number()], "Please enter the stock")
  .transform((units, context) => {
    if (/^\s*\d{1,6}\s*$/.test(String(units))) return Number(units)
    context.addIssue({ code: "custom", message: STOCK_RULE })
    return z.NEVER
  })
