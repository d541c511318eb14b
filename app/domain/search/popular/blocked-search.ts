import { z } from "zod"

export const BlockedSearch = z.object({
  keyword: z.string().min(1).max(200),
  blocked: z.enum(["yes", "no"]).transform((blocked) => blocked === "yes"),
})
