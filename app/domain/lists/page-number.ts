import { z } from "zod"

export const PageNumber = z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1)

export const PageFilter = z.object({ page: PageNumber })
