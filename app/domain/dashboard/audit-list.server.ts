import { sql } from "kysely"
import { jsonBuildObject } from "kysely/helpers/postgres"
import { type Staff, staffOf } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import {
  type AuditKind,
  type AuditRecord,
  auditKinds,
  REFUNDS,
  RESTORE_DAYS,
  unnamedActors,
} from "~/domain/audit/audit"
import { daysOf } from "~/domain/days/shop-days.server"
import { ago, DAY } from "~/domain/durations"
import { inDictionaryOrder } from "~/domain/lists/dictionary-order.server"
import { paginate } from "~/domain/lists/paginate.server"
import { toCents } from "~/domain/money/format-money"
import { isObjectId } from "~/domain/object-id"
import { orderNumberIn } from "~/domain/orders/order"
import type { Shop } from "~/domain/shop"
import type { AuditFilter } from "./audit-filter"
import { withReferenceNames } from "./audit-names.server"

export async function listAudit(
  shop: Shop,
  staff: Staff<"audit.see">,
  filter: AuditFilter,
): Promise<{ lines: AuditRecord[]; count: number }> {
  const { rows, count } = await paginate(shop, matchingRecords(shop, staff, filter), filter.page)
  return { lines: await withReferenceNames(shop, rows.map(named)), count }
}

const MAX_EXPORTED = 100_000

export async function findAuditIds(shop: Shop, staff: Staff<"audit.see">, filter: AuditFilter): Promise<string[]> {
  const rows = await matchingRecords(shop, staff, filter).clearSelect().select("id").limit(MAX_EXPORTED).execute()
  return rows.map(({ id }) => String(id))
}

/** Skips through the index, one step per actor with an account. */
export async function listAuditActors(shop: Shop, _staff: Staff<"audit.see">): Promise<{ id: string; name: string }[]> {
  const found = await sql<{ id: string; name: string }>`
    with recursive people as (
      (select actor_id, actor_name from audit_log where actor_id is not null order by actor_id, id desc limit 1)
      union all
      select next.* from people, lateral (
        select actor_id, actor_name from audit_log
        where audit_log.actor_id > people.actor_id order by actor_id, id desc limit 1) next)
    select actor_id as id, actor_name as name from people order by ${inDictionaryOrder(sql`actor_name`)}, actor_id`.execute(
    shop.db,
  )
  return found.rows
}

/** The permissions for each kind of record */
const readers: Record<AuditKind, Permission> = {
  product: "products.see",
  category: "products.see",
  discount: "discounts.see",
  order: "orders.see",
  user: "customers.see",
  review: "reviews.moderate",
  payment: "attention.settle",
  mail: "attention.settle",
  page: "pages.edit",
  settings: "settings.edit",
  role: "staff.appoint",
  invitation: "staff.appoint",
  access: "staff.appoint",
  export: "audit.see",
  import: "customers.see",
  audit: "audit.see",
}

function readableKinds(staff: Staff<"audit.see">): AuditKind[] {
  return auditKinds.filter((kind) => staffOf(staff, [readers[kind]]) !== null)
}

function matchingRecords(shop: Shop, staff: Staff<"audit.see">, filter: AuditFilter) {
  const { person, kind, subject, amount, origin, from, to } = filter
  const since = ago(shop, RESTORE_DAYS * DAY)
  let lines = shop.db
    .selectFrom("audit_log")
    .select((row) => [
      "id",
      "at",
      jsonBuildObject({ id: row.ref("actor_id"), name: row.ref("actor_name") }).as("actor"),
      "action",
      "subject_kind as kind",
      "subject_id as subjectId",
      subjectName.as("subjectName"),
      sql<number | null>`case subject_kind when 'order' then (select number from orders where id = subject_id) end`.as(
        "orderNumber",
      ),
      sql<AuditRecord["origin"]>`case when address is not null
        then json_build_object('address', address, 'session', session_id, 'request', request_id) end`.as("origin"),
      sql<AuditRecord["before"]>`before || coalesce(personal_before, '{}')`.as("before"),
      sql<AuditRecord["after"]>`after || coalesce(personal_after, '{}')`.as("after"),
      sql<boolean>`(action like '%.deleted' or action like '%.remove') and at >= ${since}
        and coalesce(${subjectDeletedAt}, '-infinity') >= at - interval '1 minute'`.as("undoable"),
    ])
    .orderBy("at", "desc")
    .orderBy("id", "desc")
  const kinds = readableKinds(staff)
  if (kinds.length < auditKinds.length) lines = lines.where(sql<boolean>`subject_kind = any(${kinds})`)
  if (isUnnamed(person)) {
    lines = lines.where("actor_id", "is", null).where("actor_name", "=", unnamedActors[person])
  } else if (person) lines = lines.where("actor_id", "=", person)
  if (kind === REFUNDS || amount) lines = lines.where(isRefund)
  if (kind && kind !== REFUNDS) lines = lines.where("subject_kind", "=", kind)
  if (amount) lines = lines.where(refundedAmount, "=", toCents(amount))
  if (subject) {
    const number = orderNumberIn(subject)
    lines = number === null ? lines.where("subject_id", "=", subject) : lines.where(isOfOrder(number))
  }
  if (origin) lines = lines.where(isObjectId(origin) ? "session_id" : "address", "=", origin)
  const days = daysOf(shop)
  if (from) lines = lines.where("at", ">=", days.startOf(from))
  if (to) lines = lines.where("at", "<", days.endOf(to))
  return lines
}

const isUnnamed = (person: string): person is keyof typeof unnamedActors => person in unnamedActors

/** Lists the actions exactly as the index does. */
const isRefund = sql<boolean>`action in ('order.refund-requested', 'order.refund-proposed', 'order.refund-declined', 'order.cancelled', 'order.withdrawn',
  'payment.rejected', 'refund.made-elsewhere', 'refund.failed', 'refund.retried',
  'order.refund', 'order.cancel', 'order.withdraw', 'order.propose-refund', 'order.decline-refund', 'order.refund-elsewhere',
  'order.fail-refund', 'payment.reject', 'payment.refund', 'payment.fail-refund')`

const refundedAmount = sql<number>`coalesce((after ->> 'amount')::bigint, (before ->> 'amount')::bigint,
  (after ->> 'refunded')::bigint - (before ->> 'refunded')::bigint)`

const isOfOrder = (number: number) => sql<boolean>`subject_kind = 'order'
  and subject_id = (select id from orders where number = ${number})`

const subjectDeletedAt = sql<Date | null>`case subject_kind
  when 'product' then (select deleted_at from products where id = subject_id)
  when 'category' then (select deleted_at from categories where id = subject_id)
  when 'order' then (select deleted_at from orders where id = subject_id)
  when 'user' then (select deleted_at from users where id = subject_id and erased_at is null)
  when 'review' then (select deleted_at from reviews where id = subject_id)
end`

const subjectName = sql<string | null>`case subject_kind
  when 'product' then (select name from products where id = subject_id)
  when 'category' then (select name from categories where id = subject_id)
  when 'discount' then (select name from discounts where id = subject_id)
  when 'order' then (select user_name from orders where id = subject_id)
  when 'user' then (select name from users where id = subject_id)
  when 'access' then (select name from users where id = subject_id)
  when 'role' then (select name from roles where id = subject_id)
  when 'review' then (select products.name || ' by ' || reviews.name
    from reviews join products on products.id = product_id where reviews.id = subject_id)
  when 'mail' then (select subject from mails where id = subject_id)
  when 'import' then (select file_name from customer_imports where id = subject_id)
end`

/** A purged subject keeps the name with which it was recorded. */
function named(record: AuditRecord): AuditRecord {
  return { ...record, subjectName: record.subjectName ?? nameIn(record.before) ?? nameIn(record.after) }
}

function nameIn(facts: Record<string, unknown> | null): string | null {
  const name = facts?.name ?? facts?.title ?? facts?.email
  return typeof name === "string" ? name : null
}
