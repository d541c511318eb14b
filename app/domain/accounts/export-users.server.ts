import { type CsvColumns, csvTable } from "../csv-table.server"
import type { Shop } from "../shop"
import type { Admin, Role } from "./user"
import type { UserFilter } from "./user-filter"
import { findUserIds } from "./users.server"

interface ExportedUser {
  id: string
  name: string
  email: string
  role: Role
  created_at: Date
}

const columns: CsvColumns<ExportedUser> = {
  customer: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => role,
  since: (user) => user.created_at,
}

/** All users that a filter leaves, in its order, as CSV. */
export async function* exportUsers(shop: Shop, admin: Admin, filter: UserFilter): AsyncGenerator<string> {
  yield* csvTable(columns, await findUserIds(shop, admin, filter), (ids) => readUsers(shop, ids))
}

function readUsers({ db }: Shop, ids: readonly string[]): Promise<ExportedUser[]> {
  return db
    .selectFrom("users")
    .select(["id", "name", "email", "role", "created_at"])
    .where("id", "in", ids)
    .where("deleted_at", "is", null)
    .execute()
}
