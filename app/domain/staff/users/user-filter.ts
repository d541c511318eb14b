import { z } from "zod"
import { ProfileFields } from "~/domain/accounts/account"
import { roles } from "~/domain/accounts/user"
import { PageNumber } from "~/domain/lists/page-number"
import { emailSearch } from "~/domain/mail/email-text"
import { choice, text } from "~/domain/records/fields"
import { record } from "~/domain/records/record"

const userSorts = ["newest", "oldest", "name", "email", "role"] as const

/** Invalid values count as absent. */
export const UserFilter = z.object({
  search: emailSearch,
  role: z.enum(roles).or(z.literal("")).catch("").default(""),
  sort: z.enum(userSorts).catch("newest").default("newest"),
  page: PageNumber,
})

export const UserFields = ProfileFields.extend({ role: z.enum(roles, { error: "Please choose a role" }) })

const { name, email, role } = UserFields.shape

export const userRecord = record({
  name: text({ label: "Name", maxLength: 100, required: true }, name),
  email: text({ label: "Email", type: "email", required: true }, email),
  role: choice(
    {
      label: "Role",
      hint: "An admin has all permissions until you give them another role under Staff. New admins must confirm their email first.",
      placeholder: "Choose role",
    },
    role,
  ),
})

export const UserChanges = userRecord.form

export type UserFilter = z.output<typeof UserFilter>
export type UserChanges = z.output<typeof UserChanges>
