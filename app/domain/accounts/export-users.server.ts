import { type CsvColumns, csvTable } from "~/domain/csv/csv-table.server"
import type { Shop } from "../shop"
import type { Admin, User } from "./user"
import type { UserFilter } from "./user-filter"
import { activeUsers, userColumns } from "./user-row.server"
import { findUserIds } from "./users.server"

const columns: CsvColumns<User> = {
  customer: ({ id }) => id,
  name: ({ name }) => name,
  email: ({ email }) => email,
  role: ({ role }) => role,
  since: ({ createdAt }) => createdAt,
}

/** All users that a filter leaves, in its order, as CSV. */
export async function* exportUsers(shop: Shop, admin: Admin, filter: UserFilter): AsyncGenerator<string> {
  yield* csvTable(columns, await findUserIds(shop, admin, filter), (ids) =>
    activeUsers(shop).select(userColumns).where("users.id", "in", ids).execute(),
  )
}
