import { z } from "zod"

/** From 1; an invalid page is the first. */
export const PageNumber = z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1)
