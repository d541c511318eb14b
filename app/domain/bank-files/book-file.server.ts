import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import type { Actor } from "~/domain/events/event"
import { addJob } from "~/domain/jobs/jobs.server"
import type { Shop, Tx } from "~/domain/shop"
import { conflict, ShopError } from "~/domain/shop-error"
import { bookLine, lockLine } from "./book-line.server"
import { refreshOutcome } from "./refresh-outcome.server"

/** Starts to record the lines of a file that match; a second press changes nothing. */
export async function startBooking(shop: Shop, staff: Staff<"orders.refund">, id: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const started = await tx.db
      .updateTable("bank_files")
      .set({ status: "booking", author_id: staff.id })
      .where("id", "=", id)
      .where("status", "=", "checked")
      .returning("file_name")
      .executeTakeFirst()
    if (!started) return
    const { count } = await tx.db
      .selectFrom("bank_lines")
      .select((row) => row.fn.countAll<string>().as("count"))
      .where("file_id", "=", id)
      .where("outcome", "=", "matches")
      .where("status", "=", "open")
      .executeTakeFirstOrThrow()
    await emit(tx, "bank-file.booked", { actor: staff, id, after: { file: started.file_name, lines: Number(count) } })
    await addJob(tx, "book-bank-file", { id })
  })
}

/** Commits each line by itself, so that it can resume after an interruption, and run twice concurrently. */
export async function runBooking(shop: Shop, id: string, signal?: AbortSignal): Promise<void> {
  const file = await shop.db
    .selectFrom("bank_files")
    .innerJoin("users", "users.id", "author_id")
    .select(["users.id", "users.name"])
    .where("bank_files.id", "=", id)
    .where("bank_files.status", "=", "booking")
    .executeTakeFirst()
  if (!file) return
  for (const lineId of await findMatches(shop, id)) {
    signal?.throwIfAborted()
    await bookMatch(shop, lineId, file)
  }
  const done = { status: "booked", finished_at: shop.now() } as const
  await shop.db.updateTable("bank_files").set(done).where("id", "=", id).where("status", "=", "booking").execute()
}

/** Also continues files of ended processes. */
export async function resumeBookings(shop: Shop, signal?: AbortSignal): Promise<void> {
  const running = await shop.db.selectFrom("bank_files").select("id").where("status", "=", "booking").execute()
  for (const { id } of running) await runBooking(shop, id, signal)
}

async function findMatches({ db }: Shop, id: string): Promise<string[]> {
  const rows = await db
    .selectFrom("bank_lines")
    .select("id")
    .where("file_id", "=", id)
    .where("outcome", "=", "matches")
    .where("status", "=", "open")
    .orderBy("position")
    .execute()
  return rows.map(({ id }) => id)
}

/** Leaves a line to people if its order has changed since the preview, which the owner has confirmed. */
async function bookMatch(shop: Shop, id: string, actor: Actor): Promise<void> {
  try {
    await shop.transaction((tx) => bookExactly(tx, id, actor))
  } catch (error) {
    if (!(error instanceof ShopError) || (error.kind !== "conflict" && error.kind !== "notFound")) throw error
    await shop.transaction(async (tx) => refreshOutcome(tx, await lockLine(tx, id)))
  }
}

async function bookExactly(tx: Tx, id: string, actor: Actor): Promise<void> {
  const line = await lockLine(tx, id)
  if (line.status !== "open" || line.outcome !== "matches" || line.order_id === null) return
  const { kind } = await bookLine(tx, line, { orderId: line.order_id, actor })
  if (kind !== "paid") throw conflict("The order has changed since the preview")
}
