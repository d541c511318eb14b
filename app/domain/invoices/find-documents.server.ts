import { type Selectable, sql } from "kysely"
import type { Buyer, Staff } from "~/domain/accounts/actor"
import { isWithin, storedDay } from "~/domain/days/stored-day.server"
import { paginate } from "~/domain/lists/paginate.server"
import { isObjectId } from "~/domain/object-id"
import { orderNumberIn } from "~/domain/orders/order"
import type { Queryable, Shop } from "~/domain/shop"
import { notFound } from "~/domain/shop-error"
import type { Tables } from "~db/schema"
import type { BillingDocument, DocumentContents, DocumentKind, DocumentRow } from "./billing-document"
import type { DocumentFilter } from "./document-filter"

type DocumentReader = Buyer | Staff<"orders.see">

const noDocument = () => notFound("There is no such invoice or credit note")

/** Throws `notFound`, also for another buyer's. */
export async function findDocument(
  shop: Shop,
  reader: DocumentReader,
  { orderId, id }: Pick<BillingDocument, "orderId" | "id">,
): Promise<BillingDocument> {
  if (!isObjectId(id) || !isObjectId(orderId)) throw noDocument()
  const query = documents(shop).select(sql<DocumentContents>`contents`.as("contents"))
  const visible = reader.kind === "staff" ? query : query.where(belongsTo(reader))
  return visible.where("id", "=", id).where("order_id", "=", orderId).executeTakeFirstOrThrow(noDocument)
}

/** A document never changes once issued, but a guest's order may have joined an account since. */
function belongsTo({ id }: Buyer) {
  return sql<boolean>`coalesce((select user_id from orders where orders.id = order_id), user_id) = ${id}`
}

/** Returns the invoice first, then credit notes by number, and whether more are due. The caller may read the order. */
export async function listDocumentsOf(
  shop: Shop,
  orderId: string,
): Promise<{ documents: DocumentRow[]; waiting: boolean }> {
  const written = documents(shop).where("order_id", "=", orderId)
  const rows = await written.orderBy("issued_at").orderBy("kind", "desc").orderBy("sequence_number").execute()
  const request = shop.db.selectFrom("billing_document_requests").select("order_id").where("order_id", "=", orderId)
  return { documents: rows, waiting: (await request.executeTakeFirst()) !== undefined }
}

/** Returns the number of its credit note, or of an earlier failed refund's note that covers it. */
export async function findCreditNoteNumber(
  shop: Queryable,
  { order_id: orderId, amount }: Pick<Selectable<Tables["refunds"]>, "order_id" | "amount">,
): Promise<string | null> {
  const paid = shop.db
    .selectFrom("refunds")
    .select("id")
    .where("order_id", "=", orderId)
    .where("status", "=", "succeeded")
  const unpaid = documents(shop).where("order_id", "=", orderId).where("refund_id", "not in", paid)
  const note = await unpaid.where("total", "=", amount).orderBy("issued_at").executeTakeFirst()
  return note?.number ?? null
}

interface ListedDocument extends DocumentRow {
  orderNumber: number
  buyer: string
}

export async function listDocuments(
  shop: Shop,
  _staff: Staff<"orders.see">,
  filter: DocumentFilter,
): Promise<{ documents: ListedDocument[]; count: number }> {
  const matching = matchingDocuments(shop, filter)
    .select([sql<number>`(contents #>> '{order,number}')::integer`.as("orderNumber")])
    .select(sql<string>`contents #>> '{buyer,name}'`.as("buyer"))
    .orderBy("issued_at", "desc")
    .orderBy("id", "desc")
  const { rows, count } = await paginate(shop, matching, filter.page)
  return { documents: rows, count }
}

export async function findDocumentIds(
  shop: Shop,
  _staff: Staff<"orders.see">,
  filter: DocumentFilter,
): Promise<string[]> {
  const rows = await matchingDocuments(shop, filter).orderBy("issued_at").orderBy("sequence_number").execute()
  return rows.map(({ id }) => id)
}

function matchingDocuments(shop: Shop, { search, kind, from, to }: DocumentFilter) {
  let matching = documents(shop)
  if (kind) matching = matching.where("kind", "=", kind)
  if (from || to) matching = matching.where(isWithin("issued_at", { from, to }))
  if (search) {
    const order = shop.db.selectFrom("orders").select("id").where("number", "=", orderNumberIn(search))
    matching = matching.where((document) =>
      document.or([document("number", "=", search), document("order_id", "in", order)]),
    )
  }
  return matching
}

function documents({ db }: Queryable) {
  return db
    .selectFrom("billing_documents")
    .select([
      "id",
      "order_id as orderId",
      sql<DocumentKind>`kind`.as("kind"),
      "number",
      "issued_at as issuedAt",
      storedDay("issued_at").as("issuedOn"),
      "total",
      "currency",
    ])
}
