import { z } from "zod"
import { ProfileForm } from "./account"
import { roles } from "./user"

export const USERS_PER_PAGE = 10

export const userOrders = ["newest", "oldest", "name", "email", "role"] as const

/** What a list of users can be asked for; senseless values read as absent. */
export const UserFilter = z.object({
  search: z.string().trim().max(100).catch("").default(""),
  role: z.enum(roles).or(z.literal("")).catch("").default(""),
  sort: z.enum(userOrders).catch("newest").default("newest"),
  page: z.coerce.number().int().min(1).max(1_000_000).catch(1).default(1),
})

/** What an administrator may change of a user. */
export const UserForm = ProfileForm.extend({ role: z.enum(roles, { error: "Please choose a role" }) })

export type UserFilter = z.output<typeof UserFilter>
export type UserChanges = z.output<typeof UserForm>
