import { sql } from "kysely"
import type { Buyer, Staff } from "../accounts/actor"
import { DAY } from "../durations"
import { isObjectId } from "../object-id"
import { orderNumberIn } from "../orders/order"
import { paginate } from "../paginate.server"
import type { Shop } from "../shop"
import { notFound } from "../shop-error"
import type { Paper, PaperContents, PaperKind, PaperRow } from "./paper"
import type { PaperFilter } from "./paper-filter"

type PaperReader = Buyer | Staff<"orders.see">

const noPaper = () => notFound("There is no such invoice or credit note")

/** Throws `notFound`, also for another buyer's. */
export async function findPaper(
  shop: Shop,
  reader: PaperReader,
  { orderId, id }: Pick<Paper, "orderId" | "id">,
): Promise<Paper> {
  if (!isObjectId(id) || !isObjectId(orderId)) throw noPaper()
  const query = papers(shop).select(sql<PaperContents>`contents`.as("contents"))
  const visible = reader.kind === "staff" ? query : query.where(belongsTo(reader))
  return visible.where("id", "=", id).where("order_id", "=", orderId).executeTakeFirstOrThrow(noPaper)
}

/** A paper never changes, but a guest's order may have joined an account since. */
function belongsTo({ id }: Buyer) {
  return sql<boolean>`coalesce((select user_id from orders where orders.id = order_id), user_id) = ${id}`
}

/** The invoice first, then credit notes by number, and whether more are due. The caller may read the order. */
export async function listPapersOf(shop: Shop, orderId: string): Promise<{ papers: PaperRow[]; waiting: boolean }> {
  const written = papers(shop).where("order_id", "=", orderId)
  const rows = await written.orderBy("issued_at").orderBy("kind", "desc").orderBy("place").execute()
  const request = shop.db.selectFrom("paper_requests").select("order_id").where("order_id", "=", orderId)
  return { papers: rows, waiting: (await request.executeTakeFirst()) !== undefined }
}

interface ListedPaper extends PaperRow {
  orderNumber: number
  buyer: string
}

export async function listPapers(
  shop: Shop,
  _staff: Staff<"orders.see">,
  filter: PaperFilter,
): Promise<{ papers: ListedPaper[]; count: number }> {
  const matching = matchingPapers(shop, filter)
    .select([sql<number>`(contents #>> '{order,number}')::integer`.as("orderNumber")])
    .select(sql<string>`contents #>> '{buyer,name}'`.as("buyer"))
    .orderBy("issued_at", "desc")
    .orderBy("id", "desc")
  const { rows, count } = await paginate(matching, filter.page)
  return { papers: rows, count }
}

export async function findPaperIds(shop: Shop, _staff: Staff<"orders.see">, filter: PaperFilter): Promise<string[]> {
  const rows = await matchingPapers(shop, filter).orderBy("issued_at").orderBy("place").execute()
  return rows.map(({ id }) => id)
}

function matchingPapers(shop: Shop, { search, kind, from, to }: PaperFilter) {
  let matching = papers(shop)
  if (kind) matching = matching.where("kind", "=", kind)
  if (from) matching = matching.where("issued_at", ">=", new Date(from))
  if (to) matching = matching.where("issued_at", "<", new Date(Date.parse(to) + DAY))
  if (search) {
    const order = shop.db.selectFrom("orders").select("id").where("number", "=", orderNumberIn(search))
    matching = matching.where((paper) => paper.or([paper("number", "=", search), paper("order_id", "in", order)]))
  }
  return matching
}

function papers({ db }: Shop) {
  return db
    .selectFrom("papers")
    .select([
      "id",
      "order_id as orderId",
      sql<PaperKind>`kind`.as("kind"),
      "number",
      "issued_at as issuedAt",
      "total",
      "currency",
    ])
}
