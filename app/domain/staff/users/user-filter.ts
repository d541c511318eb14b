import { z } from "zod"
import { ProfileFields } from "~/domain/accounts/account"
import { roles } from "~/domain/accounts/user"
import { PageNumber } from "~/domain/lists/page-number"
import { emailSearch } from "~/domain/mail/email-text"

const userSorts = ["newest", "oldest", "name", "email", "role"] as const

/** Invalid values count as absent. */
export const UserFilter = z.object({
  search: emailSearch,
  role: z.enum(roles).or(z.literal("")).catch("").default(""),
  sort: z.enum(userSorts).catch("newest").default("newest"),
  page: PageNumber,
})

export const UserFields = ProfileFields.extend({ role: z.enum(roles, { error: "Please choose a role" }) })

export const UserChanges = UserFields.extend({
  snapshot: z
    .object({
      name: z.string().max(1_000).default(""),
      email: z.string().max(1_000).default(""),
      role: z.string().max(100).default(""),
    })
    .optional(),
})

export type UserFilter = z.output<typeof UserFilter>
export type UserChanges = z.output<typeof UserChanges>
