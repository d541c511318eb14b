import { sql } from "kysely"
import type { Buyer } from "~/domain/accounts/actor"
import { HOUR, MINUTE } from "~/domain/durations"
import { lineTitleSql } from "~/domain/inventory/lock-variants.server"
import { insufficientStock } from "~/domain/inventory/stock.server"
import { allowsUnpaidOrders } from "~/domain/settings/payment-methods"
import type { Tx } from "~/domain/shop"
import { conflict } from "~/domain/shop-error"
import { HOLD_MINUTES, SHORT_HOLD_MINUTES } from "../checkout"
import { holdRefusal, paidOrdersOf, unpaidOrderOf, WINDOW } from "./hold-limits.server"

/** Shares of a product's unit-minutes for members who never paid: all units for two, three and two holds. */
const SHARES = [
  { who: "You have", whose: "own", span: WINDOW, share: 1 / 6 },
  { who: "Someone on your network has", whose: "near", span: WINDOW, share: 1 / 4 },
  { who: "Someone on your network has", whose: "near", span: HOUR, share: 1 / 2 },
] as const

/** The largest first order that counts as honest */
const FIRST_ORDER = { ofOneProduct: 10, all: 30 }

/** The number of products of which one order may take the last units */
const MAX_TAKEN = 3
const MAX_EMPTIED_FROM_ADDRESS = 12

interface NewHold {
  checkoutId: string
  /** The member's earlier checkout, whose units have not been returned yet */
  replacedId: string | null
  clientAddress: string | null
}

/** Runs before the units are taken; throws `tooMany`, or `conflict` if waiting cannot help; returns the end of a shortened hold. */
export async function assertStockShare(tx: Tx, member: Buyer, hold: NewHold): Promise<Date | null> {
  const lines = await readShares(tx, member, hold)
  await assertUnitMinutes(tx, hold, lines)
  // Others wait for the address lock, so a shortage fails here and not at the product locks.
  const short = lines.find(({ left }) => left < 0)
  if (short) throw insufficientStock({ name: short.name, stock: short.left + short.quantity })
  const taken = lines.filter(isTakenOffShelf)
  if (taken.length > MAX_TAKEN) return shortenHold(tx, member, hold, { lines, taken: taken.length })
  if (taken.length > 0) await assertFewEmptied(tx, hold, taken.length)
  return null
}

interface LineShare {
  variant: string
  name: string
  /** Units in stock after this hold */
  left: number
  quantity: number
  /** Units held by the member and from their address, including this hold */
  held: number
  /** Holds indexed like `SHARES`, including this hold until its end */
  unitMinutes: number[]
  /** The end of the oldest counted hold in milliseconds, indexed like `SHARES` */
  oldestEnds: number[]
}

async function readShares(
  tx: Tx,
  member: Buyer,
  { checkoutId, replacedId, clientAddress }: NewHold,
): Promise<LineShare[]> {
  const now = tx.now()
  const before = (span: number) => new Date(now.getTime() - span)
  const sums = SHARES.map(({ whose, span }) => {
    const seconds = sql`extract(epoch from held_until - greatest(lines.created_at, ${before(span)}))`
    return sql`coalesce(sum(quantity * greatest(0, ${seconds})) filter (where ${sql.ref(whose)}) / 60, 0)`
  })
  const ends = SHARES.map(({ whose, span }) => {
    return sql`min(extract(epoch from held_until) * 1000) filter (where ${sql.ref(whose)} and held_until > ${before(span)})`
  })
  const unpaidOrders = sql`
    union all
    select id, true, created_at, user_id = ${member.id}, coalesce(client_address = ${clientAddress}, false), ${now}
    from checkouts
    where status = 'completed' and (user_id = ${member.id}
        or client_address = ${clientAddress} and not exists (${paidOrdersOf(sql`checkouts.user_id`)}))
      and exists (${unpaidOrderOf(sql`checkouts.id`)})`
  const { rows } = await sql<LineShare>`
    with unpaid as (
      select id as unpaid_id, status = 'held' as is_held, created_at, user_id = ${member.id} as own,
        coalesce(client_address = ${clientAddress}, false) as near,
        least(coalesce(closed_at, hold_expires_at), hold_expires_at) as held_until
      from checkouts
      where status in ('held', 'released') and created_at > ${before(WINDOW + HOLD_MINUTES * MINUTE)}
        and (user_id = ${member.id}
          or client_address = ${clientAddress} and not exists (${paidOrdersOf(sql`checkouts.user_id`)}))
      ${allowsUnpaidOrders(tx.settings.current) ? unpaidOrders : sql``})
    select variant_id as variant, ${lineTitleSql} as name,
      sum(quantity) filter (where unpaid_id = ${checkoutId})::integer as quantity,
      variants.stock + (select coalesce(sum(quantity), 0) from checkout_lines
        where checkout_id = ${replacedId} and checkout_lines.variant_id = lines.variant_id)::integer
        - sum(quantity) filter (where unpaid_id = ${checkoutId})::integer as left,
      sum(quantity) filter (where is_held)::integer as held,
      array[${sql.join(sums)}]::float8[] as "unitMinutes",
      array[${sql.join(ends)}]::float8[] as "oldestEnds"
    from (select unpaid.*, variant_id, quantity from unpaid join checkout_lines on checkout_id = unpaid_id) lines
    join variants on variants.id = variant_id join products on products.id = variants.product_id
    where variant_id in (select variant_id from checkout_lines where checkout_id = ${checkoutId})
    group by variant_id, products.name, variants.title, variants.stock
    order by variant_id`.execute(tx.db)
  return rows
}

/** Reads the units taken by others only if a share is exceeded without them. */
async function assertUnitMinutes(tx: Tx, hold: NewHold, lines: LineShare[]): Promise<void> {
  for (const line of lines) {
    const { left, quantity, held, variant, name } = line
    if (findExceeded(line, left + held) === -1) continue
    const exceeded = findExceeded(line, left + Math.max(held, quantity + (await readTakenUnits(tx, hold, variant))))
    const limit = SHARES[exceeded]
    if (!limit) continue
    const what = `${limit.who} reserved ${name} for a long time without paying`
    throw holdRefusal(what, tx.now(), new Date(line.oldestEnds[exceeded] ?? 0), limit.span)
  }
}

function findExceeded({ unitMinutes }: LineShare, units: number): number {
  return SHARES.findIndex(({ span, share }, index) => (unitMinutes[index] ?? 0) > (units * share * span) / MINUTE)
}

const MAX_MOVEMENTS = 2_000

async function readTakenUnits(tx: Tx, { replacedId }: NewHold, variant: string): Promise<number> {
  const windowStart = new Date(tx.now().getTime() - WINDOW)
  const { rows } = await sql<{ taken: number }>`
    select coalesce(-sum(change), 0)::integer as taken
    from (select change, reason, checkout_id, created_at from stock_ledger where variant_id = ${variant}
      order by id desc limit ${MAX_MOVEMENTS}) newest
    where reason in ('hold', 'release') and created_at > ${windowStart}
      and checkout_id is distinct from ${replacedId}`.execute(tx.db)
  return rows[0]?.taken ?? 0
}

/** Returns whether nothing is left, or unusually large orders hold a third of the product. */
function isTakenOffShelf({ left, held }: LineShare): boolean {
  return left <= 0 || (held > FIRST_ORDER.ofOneProduct && held > (left + held) / 3)
}

/** Allows one short hold per `WINDOW` for a member and their address. */
async function shortenHold(
  tx: Tx,
  member: Buyer,
  { checkoutId, clientAddress }: NewHold,
  { lines, taken }: { lines: LineShare[]; taken: number },
): Promise<Date> {
  const units = lines.reduce((sum, { quantity }) => sum + quantity, 0)
  if (units > FIRST_ORDER.all) {
    const most = `Please order at most ${FIRST_ORDER.all} units, or large quantities of at most ${MAX_TAKEN} products`
    throw conflict(
      `This order takes most of the remaining stock of ${taken} products. ${most}. To order more, please contact us.`,
    )
  }
  const now = tx.now()
  const { rows } = await sql<{ first: Date | null }>`
    select min(created_at) as first from checkouts
    where (user_id = ${member.id} or client_address = ${clientAddress}) and id <> ${checkoutId}
      and status in ('held', 'released') and created_at > ${new Date(now.getTime() - WINDOW)}
      and hold_expires_at < created_at + make_interval(mins => ${HOLD_MINUTES})`.execute(tx.db)
  const first = rows[0]?.first ?? null
  if (first) {
    const what = "You have reserved the last units of many products without paying"
    throw holdRefusal(what, now, first, WINDOW)
  }
  const end = new Date(now.getTime() + SHORT_HOLD_MINUTES * MINUTE)
  await tx.db.updateTable("checkouts").set({ hold_expires_at: end }).where("id", "=", checkoutId).execute()
  return end
}

/** Ignores short holds, which end soon and cannot be repeated. */
async function assertFewEmptied(tx: Tx, { checkoutId, clientAddress }: NewHold, taken: number): Promise<void> {
  if (clientAddress === null) return
  const now = tx.now()
  const { rows } = await sql<{ emptied: number; first: Date | null }>`
    select count(distinct variant_id)::integer as emptied, min(checkouts.created_at) as first
    from checkouts join checkout_lines on checkout_id = checkouts.id join variants on variants.id = variant_id
    where checkouts.id <> ${checkoutId} and checkouts.status = 'held' and client_address = ${clientAddress} and stock = 0 and hold_expires_at > ${now}
      and checkouts.created_at > ${new Date(now.getTime() - HOLD_MINUTES * MINUTE)}
      and hold_expires_at >= checkouts.created_at + make_interval(mins => ${HOLD_MINUTES})
      and not exists (${paidOrdersOf(sql`checkouts.user_id`)})`.execute(tx.db)
  const { emptied = 0, first = null } = rows[0] ?? {}
  if (emptied + taken <= MAX_EMPTIED_FROM_ADDRESS) return
  const what = "Someone on your network has reserved the last units of many products"
  throw holdRefusal(what, now, first, HOLD_MINUTES * MINUTE)
}
