import type { Staff } from "~/domain/accounts/actor"
import { emit } from "~/domain/events/emit.server"
import { newObjectId } from "~/domain/object-id.server"
import { orderName } from "~/domain/orders/order"
import { raiseOrderNumber, readNextOrderNumber } from "~/domain/orders/order-numbers.server"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { type DocumentKind, documentNames } from "./billing-document"
import {
  currentSeries,
  isPaused,
  lockSeries,
  readNextSequenceNumber,
  writeNextSequenceNumber,
} from "./number-series.server"

interface NextNumbers {
  order: number
  /** Null without a pattern for invoices */
  invoice: NextNumber | null
  creditNote: NextNumber | null
  /** Whether invoices wait for the numbers of a restored shop to be confirmed */
  paused: boolean
}

interface NextNumber {
  series: string
  sequenceNumber: number
}

export async function readNextNumbers(shop: Queryable): Promise<NextNumbers> {
  const nextOf = async (kind: DocumentKind) => {
    const series = currentSeries(shop, kind)
    return series === null ? null : { series, sequenceNumber: await readNextSequenceNumber(shop, series) }
  }
  const invoice = await nextOf("invoice")
  return {
    order: await readNextOrderNumber(shop),
    invoice,
    creditNote: invoice && (await nextOf("credit-note")),
    paused: await isPaused(shop),
  }
}

/** Absent numbers are unchanged. */
interface RaisedNumbers {
  order?: number
  invoice?: number
  creditNote?: number
}

/** Leaves gaps, which the audit log explains; also ends the pause after a restore. */
export async function raiseNumbers(
  shop: Shop,
  staff: Staff<"settings.edit">,
  { order, invoice, creditNote }: RaisedNumbers,
): Promise<void> {
  await shop.transaction(async (tx) => {
    await lockSeries(tx)
    const before = namesOf(await readNextNumbers(tx))
    if (invoice !== undefined) await raiseSeries(tx, "invoice", invoice, "invoice")
    if (creditNote !== undefined) await raiseSeries(tx, "credit-note", creditNote, "creditNote")
    if (order !== undefined) await raiseOrderNumber(tx, order)
    const ended = await tx.db.deleteFrom("billing_document_pause").returning("since").executeTakeFirst()
    const after = namesOf(await readNextNumbers(tx))
    if (!ended && JSON.stringify(before) === JSON.stringify(after)) return
    await emit(tx, "numbers.raised", { actor: staff, id: newObjectId(tx.now()), before, after })
  })
}

async function raiseSeries(tx: Tx, kind: DocumentKind, next: number, field: string): Promise<void> {
  const series = currentSeries(tx, kind)
  if (series === null)
    throw invalid("There are no invoices yet: enter their number format in the settings first", field)
  const expected = await readNextSequenceNumber(tx, series)
  if (next < expected) {
    throw invalid(
      `${documentNames[kind]} ${series}${expected - 1} has already been issued: enter ${expected} or more`,
      field,
    )
  }
  await writeNextSequenceNumber(tx, series, next)
}

function namesOf({ order, invoice, creditNote }: NextNumbers) {
  const nameOf = (next: NextNumber | null) => next && next.series + next.sequenceNumber
  return { nextOrder: orderName(order), nextInvoice: nameOf(invoice), nextCreditNote: nameOf(creditNote) }
}
