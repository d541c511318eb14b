import { z } from "zod"

/** Which page of a list is shown, from 1; senseless values read as absent. */
export const PageNumber = z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1)
