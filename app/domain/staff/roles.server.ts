import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import type { Submission } from "~/domain/accounts/forms/form-submissions.server"
import type { Permission } from "~/domain/accounts/permission"
import { requireProof } from "~/domain/accounts/proof"
import { covers, isOwnerRole, type StaffRole } from "~/domain/accounts/role"
import { daysOf } from "~/domain/days/shop-days.server"
import { emit } from "~/domain/events/emit.server"
import type { Columns } from "~/domain/records/record"
import { saveRecord } from "~/domain/records/save-record.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { conflict, forbidden, invalid, notFound } from "~/domain/shop-error"
import { pluralize } from "~/domain/text/pluralize"
import { textKey } from "~/domain/text/text-key"
import { translateViolation } from "~/domain/translate-violation.server"
import { type RoleForm, roleRecord } from "./role-form"

type Appointing = Staff<"staff.appoint">

interface ListedRole extends StaffRole {
  people: number
}

export async function listRoles(shop: Queryable, _staff: Appointing): Promise<ListedRole[]> {
  const rows = await shop.db
    .selectFrom("roles")
    .selectAll()
    .select((row) =>
      row
        .selectFrom("staff")
        .innerJoin("users", "users.id", "user_id")
        .select((staff) => staff.fn.countAll<number>().as("people"))
        .whereRef("role_id", "=", "roles.id")
        .where("deleted_at", "is", null)
        .as("people"),
    )
    .orderBy("roles.id")
    .execute()
  return rows.map(({ people, ...row }) => ({ ...toRole(row), people: Number(people) }))
}

/** @throws ShopError `notFound` */
export async function findRole(shop: Queryable, _staff: Appointing, id: string): Promise<StaffRole> {
  return toRole(await shop.db.selectFrom("roles").selectAll().where("id", "=", id).executeTakeFirstOrThrow(noSuchRole))
}

/** @throws ShopError `notFound`, also for the owner's role */
export async function findEditableRole(shop: Queryable, staff: Appointing, id: string): Promise<StaffRole> {
  const role = await findRole(shop, staff, id)
  if (isOwnerRole(role)) throw notFound(OWNER_STAYS)
  return role
}

/** @throws StaleEdit, or ShopError `forbidden` beyond the caller's role, `invalid` for a taken name */
export async function saveRole(
  shop: Shop,
  staff: Appointing,
  id: string | null,
  typed: RoleForm,
  submit?: Submission,
): Promise<string> {
  requireProof(shop, staff, "roles.edit")
  return translateViolation("roles_by_name_key", nameTaken, () =>
    saveRecord(
      shop,
      staff,
      roleRecord,
      { id, typed, submit },
      {
        kind: "role",
        lock: (tx, id) => lockChangeable(tx, staff, id),
        assertAllowed: async (_tx, after) => assertCovers(staff, toRole({ ...after, id: id ?? "" })),
        write: ({ db, now }, id, columns, isNew) =>
          isNew
            ? db
                .insertInto("roles")
                .values({ ...columns, id, created_at: now(), updated_at: now() })
                .execute()
            : db
                .updateTable("roles")
                .set({ ...columns, updated_at: now() })
                .where("id", "=", id)
                .execute(),
      },
    ),
  )
}

/** @throws ShopError `invalid`; `saveRole` also refuses a name that was taken in the meantime */
export async function assertRoleNameFree({ db }: Queryable, name: string, id: string | null): Promise<void> {
  const others = db.selectFrom("roles").select("id").where("id", "is distinct from", id)
  const other = await others.where(sql`text_key(name)`, "=", textKey(name.slice(0, 200).trim())).executeTakeFirst()
  if (other) throw nameTaken()
}

/** @throws ShopError `conflict` while a member of staff or an invitation has the role */
export async function deleteRole(shop: Shop, staff: Appointing, id: string): Promise<void> {
  requireProof(shop, staff, "roles.edit")
  await shop.transaction(async (tx) => {
    const role = await lockChangeable(tx, staff, id)
    const holders = await tx.db.selectFrom("staff").select("user_id").where("role_id", "=", id).execute()
    if (holders.length > 0) {
      const people = pluralize(holders.length, "person has", "people have")
      throw conflict(`${people} this role, including people deleted in the last 30 days: give them another role first`)
    }
    const invited = await tx.db.selectFrom("staff_invitations").select("id").where("role_id", "=", id).execute()
    if (invited.length > 0) throw conflict("There is an open invitation to this role: revoke it first")
    await tx.db.deleteFrom("roles").where("id", "=", id).execute()
    await emit(tx, "role.deleted", {
      actor: staff,
      id,
      before: roleRecord.auditOf(roleRecord.valuesOf(role), daysOf(tx)),
    })
  })
}

/** Locks the role until the transaction ends. @throws ShopError `invalid` */
export async function lockRole(tx: Tx, id: string, refusal = notOnList): Promise<StaffRole> {
  const row = tx.db.selectFrom("roles").selectAll().where("id", "=", id).forShare()
  return toRole(await row.executeTakeFirstOrThrow(refusal))
}

async function lockChangeable(tx: Tx, staff: Appointing, id: string): Promise<RoleRow> {
  const locked = tx.db.selectFrom("roles").selectAll().where("id", "=", id).forUpdate()
  const row = await locked.executeTakeFirstOrThrow(noSuchRole)
  const role = toRole(row)
  if (isOwnerRole(role)) throw invalid(OWNER_STAYS)
  assertCovers(staff, role)
  return { ...row, permissions: role.permissions }
}

function assertCovers(staff: Appointing, role: StaffRole): void {
  if (!staff.staffRole || !covers(staff.staffRole, role)) throw forbidden(staff.role)
}

const OWNER_STAYS = "The owner's role has all permissions: it cannot be changed or deleted"

const nameTaken = () => invalid("There is already a role with this name", "name")

const notOnList = () => invalid("Please choose a role from the list", "role")

const noSuchRole = () => notFound("There is no such role")

type RoleRow = Columns<typeof roleRecord.fields> & { id: string }

/** Permissions are stored as texts. */
function toRole(row: Omit<RoleRow, "permissions"> & { permissions: string[] }): StaffRole {
  return { ...roleRecord.valuesOf({ ...row, permissions: row.permissions as Permission[] }), id: row.id }
}
