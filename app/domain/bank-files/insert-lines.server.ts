import { createHash } from "node:crypto"
import { setImmediate } from "node:timers/promises"
import { sql } from "kysely"
import { newObjectId } from "~/domain/object-id.server"
import type { Tx } from "~/domain/shop"
import type { BankEntry, BankFileFormat, LineOutcome } from "./bank-line"
import { LineMatcher, mentionedNumbers } from "./match-lines"
import { findPayableOrders } from "./payable-orders.server"

/** Lines that are matched and written together */
const BATCH = 1_000

interface NewFile {
  id: string
  format: BankFileFormat
}

/** Matches the entries of a file and writes them as its lines. No two files are written at once, so that each knows the other's. */
export async function insertLines(tx: Tx, file: NewFile, entries: readonly BankEntry[]): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('bank_files'))`.execute(tx.db)
  const digests = digestsOf(entries)
  const known = await findKnown(tx, digests)
  const isSimilar = await findSimilar(tx, entries, digests)
  const orders = await findPayableOrders(tx, mentionedNumbers(entries))
  const matcher = new LineMatcher(orders, tx.settings.current.pricing.currency)
  for (let start = 0; start < entries.length; start += BATCH) {
    const rows = entries.slice(start, start + BATCH).map((entry, place) => {
      const digest = digests[start + place] ?? ""
      const knownAs = known.get(digest) ?? null
      const match = matcher.match(entry)
      const outcome: LineOutcome = knownAs ? "known" : isSimilar(entry, match.orderId) ? "similar" : match.outcome
      if (outcome === match.outcome) matcher.take(match, entry.amount)
      return {
        ...{ id: newObjectId(tx.now()), position: start + place + 1, digest, known_as: knownAs, kind: entry.kind },
        ...{ booked_on: entry.bookedOn, amount: entry.amount, currency: entry.currency },
        ...{ payer_name: entry.payerName, payer_iban: entry.payerIban, reference: entry.reference, text: entry.text },
        ...{ outcome, order_id: match.orderId },
      }
    })
    await sql`
      insert into bank_lines (id, file_id, position, digest, known_as, kind, booked_on, amount, currency, payer_name,
        payer_iban, reference, text, outcome, order_id)
      select id, ${file.id}, position, digest, known_as, kind, booked_on, amount, currency, payer_name, payer_iban,
        reference, text, outcome, order_id
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as line (id text, position integer, digest text,
        known_as text, kind text, booked_on date, amount bigint, currency text, payer_name text, payer_iban text,
        reference text, text text, outcome text, order_id text)`.execute(tx.db)
    await setImmediate()
  }
}

/** Banks give most entries a reference of their own. Others are recognized by their contents, and equal ones are numbered. */
function digestsOf(entries: readonly BankEntry[]): string[] {
  const seen = new Map<string, number>()
  return entries.map(({ account, bookedOn, kind, amount, currency, bankReference, ...entry }) => {
    const { payerName, payerIban, reference, text } = entry
    const contents = bankReference ? [bankReference] : [payerName, payerIban, reference, text]
    const key = JSON.stringify([account, bookedOn, kind, amount, currency, ...contents])
    const count = (seen.get(key) ?? 0) + 1
    seen.set(key, count)
    return createHash("sha256").update(`${key}${count}`).digest("hex")
  })
}

async function findKnown({ db }: Tx, digests: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ digest: string; id: string }>`
    select digest, id from bank_lines where digest = any(${digests}::text[]) and known_as is null`.execute(db)
  return new Map(rows.map(({ digest, id }) => [digest, id]))
}

type Similar = Pick<BankEntry, "bookedOn" | "amount" | "currency" | "payerIban">

interface EarlierLine extends Similar {
  orderId: string | null
}

/**
 * Finds the lines of other files with the same day and sum that these entries are not known by: another export may state the same
 * transfer in other words. Those of other payers or orders are other transfers, where both state them.
 */
async function findSimilar({ db }: Tx, entries: readonly BankEntry[], digests: readonly string[]) {
  const days = [...new Set(entries.map(({ bookedOn }) => bookedOn))]
  const { rows } = await sql<EarlierLine>`
    select distinct booked_on::text as "bookedOn", amount::float8 as amount, currency, payer_iban as "payerIban",
      order_id as "orderId"
    from bank_lines
    where booked_on = any(${days}::date[]) and known_as is null
      and not exists (select from unnest(${digests}::text[]) same (digest) where same.digest = bank_lines.digest)`.execute(
    db,
  )
  const earlier = new Set(rows.flatMap((row) => keysOf(row, [row.payerIban, ANY], [row.orderId ?? UNKNOWN, ANY])))
  return (entry: BankEntry, orderId: string | null): boolean => {
    const ibans = entry.payerIban === UNKNOWN ? [ANY] : [entry.payerIban, UNKNOWN]
    return keysOf(entry, ibans, orderId === null ? [ANY] : [orderId, UNKNOWN]).some((key) => earlier.has(key))
  }
}

const [UNKNOWN, ANY] = ["", "*"]

const keysOf = ({ bookedOn, amount, currency }: Similar, ibans: string[], orders: string[]) =>
  ibans.flatMap((iban) => orders.map((order) => `${bookedOn} ${amount} ${currency} ${iban} ${order}`))
