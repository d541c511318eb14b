import { z } from "zod"
import { permissionsOf } from "~/domain/accounts/actor"
import { permissions } from "~/domain/accounts/permission"
import { givenRole, roles, type User } from "~/domain/accounts/user"
import type { Shop } from "~/domain/shop"
import { AvatarJson, toAvatarJson } from "./avatar"
import { exampleUser } from "./examples"
import { Id, Timestamp, toTimestamp } from "./fields"

export const UserJson = z
  .object({
    _id: Id,
    name: z.string(),
    email: z.string(),
    role: z.enum(roles),
    permissions: z.array(z.enum(permissions)).meta({
      description: "The permissions of a member of staff; empty for everyone else.",
    }),
    avatar: AvatarJson,
    createdAt: Timestamp,
  })
  .meta({ id: "User", examples: [exampleUser] })

/** Only for the user and administrators */
export function toUserJson(shop: Shop, user: User): z.input<typeof UserJson> {
  const { id, name, email, createdAt } = user
  return {
    ...{ _id: id, name, email, role: user.role },
    permissions: permissionsOf(user),
    avatar: toAvatarJson(shop, user),
    createdAt: toTimestamp(createdAt),
  }
}

/** Includes the role that staff gave, even if it is not in effect yet */
export function toManagedUserJson(shop: Shop, user: User): z.input<typeof UserJson> {
  return { ...toUserJson(shop, user), role: givenRole(user) }
}
