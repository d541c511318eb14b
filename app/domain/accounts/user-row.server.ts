import type { Selectable } from "kysely"
import type { UsersTable } from "~db/schema"
import { type PictureRow, pictureColumns, toPicture } from "../media/picture-row.server"
import type { User } from "./user"

/** What a query selects of `users` left-joined with `pictures`. */
export const userColumns = [
  "users.id",
  "users.name",
  "users.email",
  "users.role",
  "users.created_at",
  ...pictureColumns,
] as const

type UserRow = Pick<Selectable<UsersTable>, "id" | "name" | "email" | "role" | "created_at"> & PictureRow

export function toUser(row: UserRow): User {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    role: row.role,
    avatar: toPicture(row),
    createdAt: row.created_at,
  }
}
