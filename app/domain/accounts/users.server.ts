import { recordAudit } from "../audit/audit-log.server"
import type { Books, Shop } from "../shop"
import { notFound } from "../shop-error"
import { spareLastAdmin } from "./administrators.server"
import { forgetLinks } from "./password-reset.server"
import { changeIdentity } from "./profile.server"
import { endSessions } from "./session-list.server"
import { refusingTakenEmail } from "./taken-email.server"
import type { Admin, User } from "./user"
import type { UserChanges, UserFilter } from "./user-filter"
import { USERS_PER_PAGE } from "./user-filter"
import { findLivingUser, livingUsers, toUser, userColumns } from "./user-row.server"

export interface UserPage {
  users: User[]
  /** How many match, on all pages. */
  count: number
}

/** A page of the users that match, ten at a time. */
export async function listUsers(shop: Shop, _admin: Admin, filter: UserFilter): Promise<UserPage> {
  const matching = matchingUsers(shop, filter)
  const [column, direction] = orderOf[filter.sort]
  const [rows, { count }] = await Promise.all([
    matching
      .select(userColumns)
      .orderBy(column, direction)
      .orderBy("users.id", direction)
      .limit(USERS_PER_PAGE)
      .offset((filter.page - 1) * USERS_PER_PAGE)
      .execute(),
    matching.select((row) => row.fn.countAll<number>().as("count")).executeTakeFirstOrThrow(),
  ])
  return { users: rows.map(toUser), count }
}

/** Every user, newest first. */
export async function listAllUsers(shop: Shop, _admin: Admin): Promise<User[]> {
  const rows = await livingUsers(shop)
    .select(userColumns)
    .orderBy("users.created_at", "desc")
    .orderBy("users.id", "desc")
    .execute()
  return rows.map(toUser)
}

/** @throws ShopError `notFound`, also for an id that cannot be one */
export async function findUser(shop: Shop, _admin: Admin, id: string): Promise<User> {
  return living(shop, id)
}

/**
 * Changes a user's name, e-mail address and role.
 * @throws ShopError `notFound`; `invalid` when the e-mail address is taken or the last administrator would be demoted
 */
export async function updateUser(shop: Shop, admin: Admin, id: string, changes: UserChanges): Promise<User> {
  return refusingTakenEmail(() =>
    shop.transaction(async (books) => {
      if (changes.role !== "admin") await spareLastAdmin(books, id)
      const before = await living(books, id)
      await changeIdentity(books, id, changes)
      await books.db.updateTable("users").set({ role: changes.role }).where("id", "=", id).execute()
      const after = await living(books, id)
      await recordAudit(books, admin, {
        action: "user.update",
        subjectKind: "user",
        subjectId: id,
        before: facts(before),
        after: facts(after),
      })
      return after
    }),
  )
}

/**
 * Deletes a user, who is signed out at once and whose e-mail address is free again; `restoreUser` takes it back.
 * @throws ShopError `notFound`, or `invalid` for the last administrator
 */
export async function removeUser(shop: Shop, admin: Admin, id: string): Promise<void> {
  await shop.transaction(async (books) => {
    await spareLastAdmin(books, id)
    const before = await living(books, id)
    await mark(books, id, books.now())
    await endSessions(books, id)
    await forgetLinks(books, id)
    const entry = { action: "user.remove", subjectKind: "user" as const, subjectId: id, before: facts(before) }
    await recordAudit(books, admin, entry)
  })
}

/**
 * Takes a deletion back; accounts that their owners deleted stay deleted.
 * @throws ShopError `notFound`, or `invalid` when somebody else has taken the e-mail address since
 */
export async function restoreUser(shop: Shop, admin: Admin, id: string): Promise<User> {
  return refusingTakenEmail(() =>
    shop.transaction(async (books) => {
      await mark(books, id, null)
      const after = await living(books, id)
      const entry = { action: "user.restore", subjectKind: "user" as const, subjectId: id, after: facts(after) }
      await recordAudit(books, admin, entry)
      return after
    }),
  )
}

const orderOf = {
  newest: ["users.created_at", "desc"],
  oldest: ["users.created_at", "asc"],
  name: ["users.name", "asc"],
  email: ["users.email", "asc"],
  role: ["users.role", "asc"],
} as const

function matchingUsers(shop: Shop, { search, role }: UserFilter) {
  let matching = livingUsers(shop)
  if (role) matching = matching.where("users.role", "=", role)
  if (!search) return matching
  const pattern = `%${search.replace(/[\\%_]/g, "\\$&")}%`
  return matching.where((row) =>
    row.or([
      row("users.name", "ilike", pattern),
      row("users.email", "ilike", pattern),
      row("users.id", "=", search.toLowerCase()),
    ]),
  )
}

async function living(books: Books, id: string): Promise<User> {
  const user = await findLivingUser(books, id)
  if (!user) throw notFound("User not found")
  return user
}

async function mark(books: Books, id: string, deletedAt: Date | null): Promise<void> {
  const { numUpdatedRows } = await books.db
    .updateTable("users")
    .set({ deleted_at: deletedAt, updated_at: books.now() })
    .where("id", "=", id)
    .where("erased_at", "is", null)
    .where("deleted_at", deletedAt ? "is" : "is not", null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound("User not found")
}

function facts({ name, email, role }: User) {
  return { name, email, role }
}
