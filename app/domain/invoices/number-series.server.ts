import { sql } from "kysely"
import { todayOf } from "~/domain/days/shop-days.server"
import { DEFAULT_CREDIT_NOTES, seriesOf } from "~/domain/settings/number-pattern"
import type { Queryable, Tx } from "~/domain/shop"
import type { DocumentKind } from "./billing-document"

/** Returns null for invoices without a pattern in the settings. */
export function currentSeries(shop: Pick<Queryable, "settings" | "now">, kind: DocumentKind): string | null {
  const { invoiceNumbers, creditNoteNumbers } = shop.settings.current
  const pattern = kind === "invoice" ? invoiceNumbers : creditNoteNumbers || DEFAULT_CREDIT_NOTES
  return pattern === "" ? null : seriesOf(pattern, todayOf(shop))
}

export async function lockSeries(tx: Tx): Promise<void> {
  await sql`lock table billing_document_series in share row exclusive mode`.execute(tx.db)
}

export async function readNextSequenceNumber({ db }: Pick<Queryable, "db">, series: string): Promise<number> {
  const row = await db
    .selectFrom("billing_document_series")
    .select("next")
    .where("series", "=", series)
    .executeTakeFirst()
  return row?.next ?? 1
}

/** The caller holds the lock. */
export async function writeNextSequenceNumber({ db }: Tx, series: string, next: number): Promise<void> {
  await db
    .insertInto("billing_document_series")
    .values({ series, next })
    .onConflict((conflict) => conflict.column("series").doUpdateSet({ next }))
    .execute()
}

export async function isPaused({ db }: Pick<Queryable, "db">): Promise<boolean> {
  return (await db.selectFrom("billing_document_pause").select("since").executeTakeFirst()) !== undefined
}
