import type { Selectable } from "kysely"
import { yearOf } from "~/domain/days/calendar"
import { daysIn } from "~/domain/days/days-in.server"
import { daysOf } from "~/domain/days/shop-days.server"
import { newObjectId } from "~/domain/object-id.server"
import { toAgreement } from "~/domain/orders/agreement-columns.server"
import type { CreditedUnits } from "~/domain/orders/order"
import type { ChargedLine, TaxedPart } from "~/domain/pricing/charges"
import { creditsOf, describeUnits, type IssuedCredit } from "~/domain/pricing/credited-parts"
import { euTerritoryAt } from "~/domain/pricing/eu-territories"
import { taxedPartsOf } from "~/domain/pricing/taxed-parts"
import { letterheadOf } from "~/domain/settings/identity"
import { DEFAULT_RETENTION_YEARS } from "~/domain/settings/number-pattern"
import { describeShipping, viewAddress } from "~/domain/shipping/shipping.server"
import type { Shop, Tx } from "~/domain/shop"
import type { Tables } from "~db/schema"
import type { DocumentContents, DocumentKind } from "./billing-document"
import { chargesOfCredit, chargesOfInvoice, untaxedTexts } from "./document-charges"
import {
  currentSeries,
  isPaused,
  lockSeries,
  readNextSequenceNumber,
  writeNextSequenceNumber,
} from "./number-series.server"

/** The number of orders in one transaction, which other processes wait for */
const BATCH = 50

/** Writes the missing documents of all orders that are waiting, in the order of their requests. */
export async function issueDocuments(shop: Shop, signal?: AbortSignal): Promise<void> {
  while (!signal?.aborted && (await shop.transaction(issueBatch)) === BATCH);
}

async function issueBatch(tx: Tx): Promise<number> {
  await lockSeries(tx)
  if (await isPaused(tx)) return 0
  const requests = await tx.db
    .selectFrom("billing_document_requests")
    .select("order_id")
    .orderBy("requested_at")
    .orderBy("order_id")
    .limit(BATCH)
    .execute()
  const ids = requests.map((request) => request.order_id)
  if (ids.length === 0) return 0
  // The request is deleted first, because a refund that succeeds later adds a new one.
  await tx.db.deleteFrom("billing_document_requests").where("order_id", "in", ids).execute()
  const numbers = new NumberRun(tx)
  const issued: NewDocument[] = []
  for (const waiting of await readWaiting(tx, ids)) issued.push(...(await missingDocuments(tx, waiting, numbers)))
  if (issued.length > 0) await tx.db.insertInto("billing_documents").values(issued.map(toRow)).execute()
  await numbers.write()
  return ids.length
}

/** The series numbers that one transaction takes */
class NumberRun {
  readonly #next = new Map<string, number>()

  constructor(private readonly tx: Tx) {}

  async take(series: string): Promise<number> {
    const sequenceNumber = this.#next.get(series) ?? (await readNextSequenceNumber(this.tx, series))
    this.#next.set(series, sequenceNumber + 1)
    return sequenceNumber
  }

  async write(): Promise<void> {
    for (const [series, next] of this.#next) await writeNextSequenceNumber(this.tx, series, next)
  }
}

interface WaitingOrder {
  order: Selectable<Tables["orders"]>
  lines: (ChargedLine & { id: string; name: string; order_id: string })[]
  /** Excludes refunds that have not succeeded */
  refunds: WaitingRefund[]
  documents: NewDocument[]
}

type WaitingRefund = Pick<Selectable<Tables["refunds"]>, "id" | "amount"> & { units: CreditedUnits[] | null }

type NewDocument = Omit<Selectable<Tables["billing_documents"]>, "contents"> & { contents: DocumentContents }

async function readWaiting({ db }: Tx, ids: readonly string[]): Promise<WaitingOrder[]> {
  const orders = await db.selectFrom("orders").selectAll().where("id", "in", ids).orderBy("number").execute()
  const lines = await db
    .selectFrom("order_lines")
    .selectAll()
    .select("untaxed_reason as untaxedReason")
    .where("order_id", "in", ids)
    .orderBy("position")
    .execute()
  const documents = await db
    .selectFrom("billing_documents")
    .selectAll()
    .where("order_id", "in", ids)
    .orderBy("issued_at")
    .orderBy("sequence_number")
    .execute()
  const refunds = await db
    .selectFrom("refunds")
    .selectAll()
    .where("order_id", "in", ids)
    .where("status", "=", "succeeded")
    .orderBy("settled_at")
    .orderBy("id")
    .execute()
  return orders.map((order) => {
    const ofOrder = (row: { order_id: string | null }) => row.order_id === order.id
    const own = lines.filter(ofOrder)
    const paid = refunds.filter(ofOrder).map((refund) => ({ ...refund, units: describeUnits(refund.units, own) }))
    return { order, lines: own, refunds: paid, documents: documents.filter(ofOrder) as unknown as NewDocument[] }
  })
}

async function missingDocuments(tx: Tx, waiting: WaitingOrder, numbers: NumberRun): Promise<NewDocument[]> {
  const known = waiting.documents.find(({ kind }) => kind === "invoice")
  if (!known && !mayBeInvoiced(waiting.order)) return []
  const invoice =
    known ?? (await newDocument(tx, waiting, numbers, { kind: "invoice", contents: invoiceOf(tx, waiting) }))
  if (!invoice) return []
  const issued = known ? [] : [invoice]
  for (const { refund, parts, note } of creditsOf(partsOf(waiting, invoice), waiting.refunds, notesOf(waiting))) {
    if (note) continue
    const written = await newDocument(tx, waiting, numbers, {
      kind: "credit-note",
      contents: creditNoteOf(tx, waiting, { refund, parts, invoice }),
      total: refund.amount,
      ...{ refund_id: refund.id, invoice_id: invoice.id },
    })
    if (written) issued.push(written)
  }
  return issued
}

/** An order that is not paid online has no invoice before it is paid or shipped, nor if it ends before that. */
function mayBeInvoiced({ payment_method, payment_status, sold_at, shipped_at }: WaitingOrder["order"]): boolean {
  return payment_method === "online" || (sold_at !== null && (shipped_at !== null || payment_status !== "awaiting"))
}

/** An invoice from before parts were stored has those of the order. */
function partsOf({ order, lines }: WaitingOrder, { contents }: NewDocument): TaxedPart[] {
  return contents.parts ?? taxedPartsOf(lines, toAgreement(order))
}

function notesOf({ documents }: WaitingOrder): IssuedCredit[] {
  const notes = documents.filter(({ kind }) => kind === "credit-note")
  return notes.map(({ refund_id: refundId, total, contents: { lines, taxes, parts } }) => {
    return { refundId, total, lines, rows: taxes, parts }
  })
}

interface DocumentParts extends Partial<Pick<NewDocument, "total" | "refund_id" | "invoice_id">> {
  kind: DocumentKind
  contents: DocumentContents
}

async function newDocument(
  tx: Tx,
  { order }: WaitingOrder,
  numbers: NumberRun,
  { kind, contents, total = order.total_price, refund_id = null, invoice_id = null }: DocumentParts,
): Promise<NewDocument | null> {
  const series = currentSeries(tx, kind)
  if (series === null) return null
  const sequenceNumber = await numbers.take(series)
  const now = tx.now()
  const days = daysOf(tx)
  return {
    id: newObjectId(now),
    kind,
    series,
    sequence_number: sequenceNumber,
    number: series + sequenceNumber,
    issued_at: now,
    time_zone: days.zone,
    kept_until: `${yearOf(days.dayOf(now)) + yearsOf(tx)}-12-31`,
    order_id: order.id,
    user_id: order.user_id,
    refund_id,
    invoice_id,
    currency: order.currency,
    total,
    contents,
  }
}

const yearsOf = ({ settings }: Tx) => Number(settings.current.invoiceYears || DEFAULT_RETENTION_YEARS)

function invoiceOf(tx: Tx, { order, lines }: WaitingOrder): DocumentContents {
  return { ...headOf(tx, order), ...chargesOfInvoice(lines, toAgreement(order), textsOf(order)) }
}

interface CreditedRefund {
  refund: WaitingRefund
  parts: TaxedPart[]
  invoice: NewDocument
}

function creditNoteOf(tx: Tx, { order }: WaitingOrder, { refund, parts, invoice }: CreditedRefund): DocumentContents {
  const { number, issued_at, time_zone, total } = invoice
  const note = { isWhole: refund.amount === total, texts: textsOf(order) }
  return {
    ...headOf(tx, order),
    invoice: { number, issuedAt: daysIn(time_zone).isoOf(issued_at) },
    ...chargesOfCredit(refund, parts, note),
  }
}

function textsOf({ shipping_info, shipping_method }: Selectable<Tables["orders"]>) {
  if (shipping_method?.pickup) return untaxedTexts(null)
  const { state, country } = describeShipping(shipping_info)
  const place = euTerritoryAt(shipping_info)?.name ?? state
  return untaxedTexts([place, country].filter((name, at, names) => name && names.indexOf(name) === at).join(", "))
}

function headOf(tx: Tx, order: Selectable<Tables["orders"]>) {
  const { lines } = viewAddress(order.shipping_info)
  return {
    seller: letterheadOf(tx, order.shipping_info.country),
    buyer: { name: order.user_name, lines },
    order: { number: order.number, placedAt: daysIn(order.time_zone).isoOf(order.created_at) },
  }
}

function toRow({ contents, ...document }: NewDocument) {
  return { ...document, contents: JSON.stringify(contents) }
}
