import { sql } from "kysely"
import type { Staff } from "~/domain/accounts/actor"
import { ago, DAY } from "~/domain/durations"
import type { Cents } from "~/domain/money/money"
import { formatAmount } from "~/domain/settings/format-amount"
import type { Tx } from "~/domain/shop"
import { ShopError } from "~/domain/shop-error"

/**
 * The limit per order counts everyone's refunds of it, the daily limit those of a person and of everyone they appointed
 * within 24 hours, and the payouts that they asked for of money that never belonged to an order's total.
 */
export class BeyondRefundLimit extends ShopError {
  constructor(
    limit: string,
    readonly amount: Cents,
  ) {
    super("conflict", `Your role may refund at most ${limit}. Please ask someone with a higher limit.`)
  }
}

interface LimitedAmount {
  amount: Cents
  /** What everyone has refunded of the order before */
  refundedOfOrder?: Cents
  /** The payout of this amount, which does not count a second time */
  payoutId?: string
}

/** @throws BeyondRefundLimit */
export async function assertWithinRefundLimits(
  tx: Tx,
  staff: Staff<never>,
  { amount, refundedOfOrder = 0, payoutId = "" }: LimitedAmount,
): Promise<void> {
  const { refundLimitOfOrder = null, refundLimitOfDay = null } = staff.staffRole ?? {}
  if (refundLimitOfOrder !== null && refundedOfOrder + amount > refundLimitOfOrder)
    throw new BeyondRefundLimit(`${formatAmount(tx, refundLimitOfOrder)} of an order`, amount)
  if (refundLimitOfDay === null) return
  for (const { limit, refunded } of await refundedOfDay(tx, staff.id, payoutId))
    if (refunded + amount > limit) throw new BeyondRefundLimit(`${formatAmount(tx, limit)} in 24 hours`, amount)
}

/**
 * Returns the daily limits that a refund by this person counts towards: their own, and those of the colleagues who
 * appointed them, each with the refunds of everyone whom that colleague appointed. Otherwise a second account would
 * double a limit. Locks these colleagues, so that concurrent refunds are counted one after the other.
 */
async function refundedOfDay(
  { db, now }: Tx,
  staffId: string,
  payoutId: string,
): Promise<{ limit: Cents; refunded: Cents }[]> {
  const { rows: limited } = await sql<{ id: string; limit: Cents }>`
    with recursive appointers as (
      select id, appointed_by from users where id = ${staffId}
      union select users.id, users.appointed_by from appointers join users on users.id = appointers.appointed_by
    )
    select user_id as id, refund_limit_of_day as limit from staff join roles on roles.id = role_id
    where user_id in (select id from appointers) and refund_limit_of_day is not null
    order by user_id for no key update of staff`.execute(db)
  const since = ago({ now }, DAY)
  const { rows } = await sql<{ root: string; refunded: string }>`
    with recursive teams as (
      select id as root, id from users where id = any(${limited.map(({ id }) => id)})
      union select root, users.id from teams join users on users.appointed_by = teams.id
    ), amounts as (
      select requested_by as person, amount::integer from refunds
      where created_at > ${since} and status <> 'failed'
        and not exists (select from payouts where payouts.id = ${payoutId} and refund_id = refunds.id)
      union all
      select decided_by, payouts.amount::integer from payouts join bank_lines on bank_lines.id = bank_line_id
      where payouts.created_at > ${since} and payouts.status <> 'cancelled' and refund_id is null
        and payouts.id <> ${payoutId}
    )
    select root, coalesce(sum(amount), 0) as refunded from teams left join amounts on person = teams.id
    group by root`.execute(db)
  const sums = new Map(rows.map(({ root, refunded }) => [root, Number(refunded)]))
  return limited.map(({ id, limit }) => ({ limit, refunded: sums.get(id) ?? 0 }))
}
