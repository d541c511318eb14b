import { requireMember, type Staff } from "~/domain/accounts/actor"
import { findSession, startSession } from "~/domain/accounts/sessions/sessions.server"
import { createCategory } from "~/domain/catalog/categories/save-category.server"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import { newObjectId } from "~/domain/object-id.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { everywhere } from "~/domain/pricing/places"
import { defaultRules, PERCENT, STANDARD_CLASS } from "~/domain/pricing/rules"
import { receiveReturn } from "~/domain/returns/process-return.server"
import { fileRequestedWithdrawal } from "~/domain/returns/request-withdrawal.server"
import type { Shop } from "~/domain/shop"
import { inviteStaff } from "~/domain/staff/invitations.server"
import { saveRole } from "~/domain/staff/roles.server"
import { rateKey } from "~/domain/taxes/tax-rate"
import { addFailedRefund } from "../shop/failed-refund.server"
import { anApp, anEmployee } from "../shop/people.server"
import { setRules } from "../shop/pricing-rules.server"
import { addProductWithOptions } from "../shop/product-with-options.server"
import { buy } from "../shop/test-orders.server"

/** The longest name, without a line break opportunity */
const longName = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichenha"
const longest = (most: number) => longName.repeat(Math.ceil(most / longName.length)).slice(0, most)

const [zone] = defaultRules.zones
const [method] = zone?.methods ?? []
const stressRate = {
  ...{ place: everywhere, name: longest(40), rate: 10 * PERCENT, taxClass: STANDARD_CLASS },
  ...{ from: null, onShipping: true },
}

/** A zone, shipping methods and a tax with the longest names */
export async function setStressRules(shop: Shop): Promise<void> {
  if (!zone || !method) throw new Error("The default rules ship nowhere")
  const pickup = { address: longest(120), hours: longest(120) }
  const methods = [
    { ...method, name: longName },
    { ...method, id: "pickup", kind: "pickup" as const, name: longName, pickup, freeAbove: null },
  ]
  const taxes = { ...defaultRules.taxes, classes: [longest(40)], rates: [stressRate] }
  await setRules(shop, { zones: [{ ...zone, name: longName, methods }], taxes })
}

/** Creates one of every back-office record with the longest names, and a return of the order. */
export async function addStressRecords(shop: Shop, admin: Staff, order: string) {
  await issueDocuments(shop)
  const role = await saveRole(shop, admin, null, {
    ...{ name: longName, permissions: ["orders.see"], refundLimitOfOrder: 99_999_999, refundLimitOfDay: 99_999_999 },
  })
  await inviteStaff(shop, admin, { email: `${"i".repeat(60)}@shop.test`, role })
  const employee = await anEmployee(shop, role, { name: longName })
  const options = { [longest(40)]: [longest(40), longest(39)] }
  const jacket = await addProductWithOptions(shop, admin, { name: longName, options, variants: { [longest(40)]: {} } })
  const worn = Object.values(jacket.variants)[0] ?? ""
  const received = await askToReturn(shop, admin, order)
  await receiveReturn(shop, admin, received)
  const { token } = await startSession(shop, admin, { userAgent: longest(200), address: "192.0.2.1" })
  await anApp(shop, requireMember(admin))
  const fresh = await buy(shop, requireMember(admin), worn)
  return {
    role,
    session: (await findSession(shop, token))?.id ?? "",
    draft: await publishProduct(shop, admin, {
      name: longName,
      desc: longName,
      category: "Gaming",
      price: 900,
      stock: 3,
      status: "draft",
    }),
    delivered: await buyDelivered(shop, admin, worn),
    received,
    requested: await askToReturn(shop, admin, await buyDelivered(shop, admin, worn)),
    employee: employee.id,
    jacket: jacket.id,
    category: await createCategory(shop, admin, { name: longName, body: longest(200) }),
    discount: await saveDiscount(shop, admin, null, stressDiscount),
    zone: zone?.id ?? "",
    method: method?.id ?? "",
    rate: rateKey(stressRate),
    passkey: await addPasskey(shop, admin),
    /** An order that can still be cancelled */
    fresh,
    declared: await askToReturn(shop, admin, fresh, { signedIn: false }),
    ...(await newest(shop, order)),
    incident: await addFailedRefund(shop, 99_999_999),
  }
}

async function buyDelivered(shop: Shop, admin: Staff, variant: string): Promise<string> {
  const order = await buy(shop, requireMember(admin), variant)
  for (const status of ["Shipped", "Delivered"] as const) await advanceOrder(shop, admin, order, status)
  return order
}

async function askToReturn(shop: Shop, { id, email }: Staff, order: string, { signedIn } = { signedIn: true }) {
  const [reason, items] = [longest(300), longest(300)]
  const statement = { order, email, name: longName, reason, items, at: shop.now().toISOString() }
  await fileRequestedWithdrawal(shop, {
    address: "203.0.113.7",
    ...statement,
    ...(signedIn ? { userId: id } : { address: "192.0.2.7" }),
  })
  const returns = shop.db.selectFrom("returns").select("id").where("order_id", "=", order)
  return (await returns.executeTakeFirstOrThrow()).id
}

const stressDiscount = {
  ...{ name: longName, code: "W".repeat(40), kind: "percent" as const, percent: 100_000, amount: null, categories: [] },
  ...{ products: [], goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, from: null, until: null },
  ...{ maxUses: null, maxUsesPerPerson: null },
}

async function addPasskey(shop: Shop, { id: user_id }: Staff): Promise<string> {
  const id = newObjectId(shop.now())
  const key = { credential_id: id, public_key: Buffer.from("key"), sign_counter: 0, transports: [] }
  await shop.db
    .insertInto("passkeys")
    .values({ id, user_id, name: longName, created_at: shop.now(), ...key })
    .execute()
  return id
}

async function newest({ db }: Shop, order: string) {
  const { id: invitation } = await db.selectFrom("staff_invitations").select("id").executeTakeFirstOrThrow()
  const documents = db.selectFrom("billing_documents").select("id").where("order_id", "=", order)
  const { id: invoice } = await documents.where("kind", "=", "invoice").executeTakeFirstOrThrow()
  return { invitation, invoice }
}
