import { z } from "zod"
import { wholeNumber } from "~/domain/validation/whole-number"

export const PageNumber = wholeNumber(1, 1_000_000, "A page is a whole number").catch(1).default(1)

export const PageFilter = z.object({ page: PageNumber })
