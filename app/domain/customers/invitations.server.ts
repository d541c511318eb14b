import { sql } from "kysely"
import type { CustomerImporter } from "~/domain/accounts/actor"
import { inviteToAccount } from "~/domain/accounts/passwords/mailed-links.server"
import { requireProof } from "~/domain/accounts/proof"
import { HOUR, MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs/jobs.server"
import { CUSTOMER_INVITATION } from "~/domain/mail/email"
import { hasMailLeft } from "~/domain/mail/mail-bounds.server"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { isUnclaimed } from "./origins.server"

export interface InvitationCounts {
  /** Accounts without a password that were not invited */
  invitable: number
  /** Invitations that wait to be sent */
  waiting: number
  sent: number
  /** When the next waiting one is sent */
  nextAt: Date | null
}

/** Milliseconds in which all invitations can be stopped */
const GRACE = MINUTE

export async function countInvitations({ db }: Queryable, _staff: CustomerImporter): Promise<InvitationCounts> {
  const { rows } = await sql<InvitationCounts>`
    select
      count(*) filter (where invited_at is null and invites_at is null and ${isUnclaimed})::integer as invitable,
      count(*) filter (where invited_at is null and invites_at is not null)::integer as waiting,
      count(*) filter (where invited_at is not null)::integer as sent,
      min(invites_at) filter (where invited_at is null) as "nextAt"
    from customer_origins join users on users.id = customer_origins.user_id
    where is_new`.execute(db)
  return rows[0] ?? { invitable: 0, waiting: 0, sent: 0, nextAt: null }
}

/** Invites everyone who was not invited yet; the first mail leaves in a minute. Returns the number of people. */
export async function startInvitations(shop: Shop, staff: CustomerImporter): Promise<number> {
  requireProof(shop, staff, "people.import")
  return shop.transaction(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("customer_origins")
      .set({ invites_at: new Date(tx.now().getTime() + GRACE) })
      .where("is_new", "=", true)
      .where("invited_at", "is", null)
      .where("invites_at", "is", null)
      .where("user_id", "in", tx.db.selectFrom("users").select("users.id").where(isUnclaimed))
      .executeTakeFirst()
    const people = Number(numUpdatedRows)
    if (people === 0) return 0
    await emit(tx, "customers.invitations-started", { actor: staff, id: newObjectId(tx.now()), after: { people } })
    await addJob(tx, "invite-customers", {}, { delay: GRACE })
    return people
  })
}

/** Returns how many people are not invited after all. */
export async function stopInvitations(shop: Shop, staff: CustomerImporter): Promise<number> {
  requireProof(shop, staff, "people.import")
  return shop.transaction(async (tx) => {
    const { numUpdatedRows } = await tx.db
      .updateTable("customer_origins")
      .set({ invites_at: null })
      .where("invited_at", "is", null)
      .where("invites_at", "is not", null)
      .executeTakeFirst()
    const people = Number(numUpdatedRows)
    if (people > 0)
      await emit(tx, "customers.invitations-stopped", { actor: staff, id: newObjectId(tx.now()), after: { people } })
    return people
  })
}

/** Invitations in the outbox at a time, so that other mails do not wait behind thousands */
const MOST_UNSENT = 50

/** Sends due invitations, each person's once. */
export async function sendInvitations(shop: Shop, signal?: AbortSignal): Promise<void> {
  const room = MOST_UNSENT - (await countUnsent(shop))
  for (let sent = 0; sent < room; sent++) {
    signal?.throwIfAborted()
    if (!(await shop.transaction(sendNext))) return
  }
}

async function countUnsent({ db }: Queryable): Promise<number> {
  const unsent = db.selectFrom("mails").where("kind", "=", CUSTOMER_INVITATION)
  const { count } = await unsent
    .where("sent_at", "is", null)
    .where("failed_at", "is", null)
    .select((rows) => rows.fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns whether there was one. */
async function sendNext(tx: Tx): Promise<boolean> {
  const next = await tx.db
    .selectFrom("customer_origins")
    .select(["user_id as userId", "source"])
    .where("invited_at", "is", null)
    .where("invites_at", "<=", tx.now())
    .orderBy("invites_at")
    .orderBy("user_id")
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  if (!next) return false
  const { userId, source } = next
  const user = await tx.db
    .selectFrom("users")
    .select(["users.id", "users.name", "users.email"])
    .where("users.id", "=", userId)
    .where(isUnclaimed)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const origin = tx.db.updateTable("customer_origins").where("user_id", "=", userId).where("source", "=", source)
  if (!user) await origin.set({ invites_at: null }).execute()
  else if (await hasMailLeft(tx, user.email, CUSTOMER_INVITATION)) {
    await inviteToAccount(tx, user)
    await origin.set({ invited_at: tx.now() }).execute()
  } else await origin.set({ invites_at: new Date(tx.now().getTime() + HOUR) }).execute()
  return true
}
