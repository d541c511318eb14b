import { z } from "zod"
import { roles, type User } from "~/domain/accounts/user"
import type { Shop } from "~/domain/shop"
import { AvatarJson, avatarJson } from "./avatar"
import { exampleUser } from "./examples"
import { Id, Moment, moment } from "./fields"

export const UserJson = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    avatar: AvatarJson,
    createdAt: Moment,
  })
  .meta({ id: "User", examples: [exampleUser] })

/** Somebody as themselves and administrators see them: nobody else ever does. */
export function userJson(shop: Shop, user: User): z.input<typeof UserJson> {
  const { id, name, email, role, createdAt } = user
  return { _id: id, name, email, role, avatar: avatarJson(shop, user), createdAt: moment(createdAt) }
}
