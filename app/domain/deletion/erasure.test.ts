import { parse } from "csv-parse/sync"
import { sql } from "kysely"
import { afterAll, beforeAll, expect, test } from "vitest"
import { accountLimits } from "~/domain/accounts/account-limits"
import { type Member, requireMember, requireStaff, type Staff } from "~/domain/accounts/actor"
import { insertEmailUndo } from "~/domain/accounts/email-undos.server"
import { storeDraft } from "~/domain/accounts/forms/drafts.server"
import { insertOrderClaim } from "~/domain/accounts/guests/order-claims.server"
import { authenticate } from "~/domain/accounts/passwords/authenticate.server"
import { requestLink, sendLink } from "~/domain/accounts/passwords/mailed-links.server"
import { permissions } from "~/domain/accounts/permission"
import { updateProfile, updateShippingInfo } from "~/domain/accounts/profile.server"
import { OWNER_ROLE } from "~/domain/accounts/role"
import { startSession } from "~/domain/accounts/sessions/sessions.server"
import { findActiveUser } from "~/domain/accounts/user-row.server"
import { replaceSavedCart } from "~/domain/cart/saved-cart.server"
import { findCheckout } from "~/domain/checkout/checkouts.server"
import { startCheckout } from "~/domain/checkout/hold/start-checkout.server"
import { openPayment, payWithCard, releaseCheckout } from "~/domain/checkout/payment/checkout-payment.server"
import { orderIdOf } from "~/domain/checkout/payment/payment-outcome"
import { startCustomerImport } from "~/domain/customers/import/customer-imports.server"
import { previewCustomers } from "~/domain/customers/import/preview-import.server"
import { runCustomerImport } from "~/domain/customers/import/run-import.server"
import { AuditFilter } from "~/domain/dashboard/audit-filter"
import { listAudit, listAuditActors } from "~/domain/dashboard/audit-list.server"
import { saveDiscount } from "~/domain/discounts/save-discount.server"
import { listOwnFiles, openOwnFile } from "~/domain/export/own-data.server"
import { ownTables } from "~/domain/export/own-data-tables"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import { deliverDueMails } from "~/domain/mail/deliver.server"
import { retryMail } from "~/domain/mail/failed-mails.server"
import { type Mail, MailRefused } from "~/domain/mail/mailer"
import { notifyOwner, queueOwnerEmails } from "~/domain/mail/owner-notifications.server"
import { newObjectId } from "~/domain/object-id.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { cancelOrder, cancelOrderAsShop } from "~/domain/orders/cancellation/cancel-order.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { requestConfirmation } from "~/domain/orders/cancellation/refund-requests.server"
import { addOrderNote } from "~/domain/orders/order-notes.server"
import { receivePayment } from "~/domain/orders/receiving/receive-payment.server"
import { requestOrderLinks } from "~/domain/orders/send-order-links.server"
import { restoreOrder, softDeleteOrder } from "~/domain/orders/soft-delete-order.server"
import { savePage } from "~/domain/pages/save-page.server"
import { finishPayout } from "~/domain/payouts/payouts.server"
import { processDueRefunds } from "~/domain/refunds/process-due-refunds.server"
import { declineReturn } from "~/domain/returns/process-return.server"
import { requestReturn } from "~/domain/returns/request-return.server"
import { fileRequestedWithdrawal } from "~/domain/returns/request-withdrawal.server"
import { readReturnableLines } from "~/domain/returns/returnable-lines.server"
import { leaveReview, restoreReview, softDeleteReview } from "~/domain/reviews/reviews.server"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { emptyFacts } from "~/domain/settings/settings"
import type { Shop } from "~/domain/shop"
import { inviteStaff } from "~/domain/staff/invitations.server"
import { promoteUser } from "~/domain/staff/operator.server"
import { signOutUser } from "~/domain/staff/users/sign-out-user.server"
import { restoreUser, softDeleteUser, updateUser } from "~/domain/staff/users/users.server"
import { fillCart, goodCard } from "~/testing/shop/buyers.server"
import { captureLog } from "~/testing/shop/captured-log.server"
import { aMember, anApp, PASSWORD } from "~/testing/shop/people.server"
import { tablesWith } from "~/testing/shop/tables-with.server"
import { buy, shelve, signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { allowWaysToPay, orderUnpaid } from "~/testing/shop/unpaid-orders.server"
import { closeAccount, sweepClosedAccounts } from "./close-account.server"
import { purgeDeleted } from "./purge-deleted.server"

const { log, lines: logLines } = captureLog()
let testShop: TestShop
let shop: Shop
let admin: Staff
let mug: string
beforeAll(async () => {
  testShop = await openTestShop({ log })
  shop = testShop.shop
  admin = await signUpAdmin(shop)
  mug = await shelve(shop, admin, { stock: 1_000 })
})
afterAll(() => testShop.close())

/** A name, an address, a city and a telephone number that occur nowhere else in this shop */
const planted = {
  name: "Zephyrine Quillfeather",
  email: "zephyrine@quillfeather.test",
  formerEmail: "zeph@formerly.test",
  address: "77 Wobblegong Terrace",
  city: "Yarrabilba Siding",
  phoneNo: "0491570156",
  network: "198.51.100.77",
}
const place = { city: planted.city, state: "Western Australia", country: "AU", pinCode: "6000" }
const shippingInfo = { ...place, address: planted.address, phoneNo: planted.phoneNo }

const tablesThatName = () => tablesWith(testShop.pool, [...Object.values(planted), "Quillfeather", "Wobblegong"])

/** Sends every mail, including the owner's collected ones. */
async function deliver(): Promise<void> {
  testShop.clock.advance({ minutes: 11 })
  await queueOwnerEmails(shop)
  await deliverDueMails(shop)
}

const asMember = async ({ id }: Member) => requireMember(await findActiveUser(shop, id))

/** A declined return, a withdrawal, and a refund that waits for a second person. */
async function returnAndRefund(member: Member, reason: string): Promise<void> {
  const deliver = async (order: string) => {
    await advanceOrder(shop, admin, order, "Shipped")
    await advanceOrder(shop, admin, order, "Delivered")
  }
  const declined = await buy(shop, member, mug)
  await deliver(declined)
  const [line] = await readReturnableLines(shop, declined)
  const units = [{ line: line?.id ?? "", quantity: 1 }]
  await shop.transaction((tx) =>
    requestReturn(tx, member, declined, { units, reason: "Other", details: reason, available: 1 }),
  )
  const filed = shop.db.selectFrom("returns").select("id").where("order_id", "=", declined)
  await declineReturn(shop, admin, (await filed.executeTakeFirstOrThrow()).id, reason)
  const withdrawn = { order: await buy(shop, member, mug), email: member.email, name: member.name }
  await fileRequestedWithdrawal(shop, {
    address: "203.0.113.7",
    ...withdrawn,
    reason,
    items: reason,
    at: shop.now().toISOString(),
  })
  await cancelOrderAsShop(shop, admin, withdrawn.order, { reason, restock: true })
  const proposed = await buy(shop, member, mug)
  await requestConfirmation(shop, admin, proposed, { request: { amount: 100, reason }, amount: 100 })
  await deliver(proposed)
}

async function signInAndTrust(member: Member): Promise<void> {
  await startSession(shop, member, { userAgent: "tests", address: "192.0.2.7" })
  await shop.db
    .insertInto("trusted_devices")
    .values({
      ...{ id: newObjectId(shop.now()), user_id: member.id, token_hash: "trusted by zephyr", user_agent: "tests" },
      ...{ address: "192.0.2.7", created_at: shop.now(), last_used_at: shop.now(), expires_at: shop.now() },
    })
    .execute()
}

/** Data that waits for a signed-in person: a cart, a second factor, links */
async function leaveUnfinished(member: Member): Promise<void> {
  const { email } = member
  await saveDiscount(shop, admin, null, thanks)
  const { id } = await startCheckout(shop, member, [{ variantId: mug, quantity: 1 }], null, null, "THANKS")
  const order = orderIdOf(await payWithCard(shop, member, goodCard, id)) ?? ""
  await advanceOrder(shop, admin, order, "Shipped")
  await advanceOrder(shop, admin, order, "Delivered")
  await fillCart(shop, member, [{ variantId: mug, quantity: 1 }])
  await anApp(shop, member)
  const passkey = { id: newObjectId(shop.now()), user_id: member.id, name: "Phone", created_at: shop.now() }
  const key = { credential_id: "zephyr", public_key: Buffer.from("key"), sign_counter: 0, transports: [] }
  await shop.db
    .insertInto("passkeys")
    .values({ ...passkey, ...key })
    .execute()
  await requestLink(shop, "sign-in", email, "192.0.2.7")
  await sendLink(shop, "sign-in", email)
  await requestOrderLinks(shop, email, "192.0.2.7")
  await shop.transaction((tx) => insertOrderClaim(tx, member))
}

const thanks = {
  ...{ name: "Thanks", code: "THANKS", kind: "percent" as const, percent: 100_000, amount: null, categories: [] },
  ...{ products: [], goodsFrom: null, unitsFrom: null, zones: [], firstOrder: false, from: null, until: null },
  ...{ maxUses: null, maxUsesPerPerson: null },
}

/** The first row belongs to the account; the second is refused. */
async function moveFromAnotherShop(email: string, reason: string): Promise<void> {
  const csv = `ID,First Name,Last Name,Email,Note,Total Orders\n1,Zephyrine,Quillfeather,${email},"${reason}",2\n2,,,${email},,\n`
  const id = await previewCustomers(shop, admin, new File([csv], "customers.csv"))
  await startCustomerImport(shop, admin, id)
  await runCustomerImport(shop, id)
}

/** A person whose name is stored wherever a customer and an administrator can leave it */
async function fillAccount(): Promise<Member> {
  const { name, email, formerEmail } = planted
  const reason = `${name} called from ${planted.phoneNo} about ${planted.address}`
  const facts = { ...emptyFacts, invoiceNumbers: "INV-{number}", creditNoteNumbers: "CN-{number}" }
  await changeSettings(shop, admin, { snapshot: 0, facts })
  await shop.settings.renew()
  let member = await aMember(shop, { name, email: formerEmail })
  await updateShippingInfo(shop, member, shippingInfo)
  await updateProfile(shop, member, { name, email })
  await sendLink(shop, "verification", email)
  await shop.db.updateTable("users").set({ email_verified_at: shop.now() }).where("id", "=", member.id).execute()
  member = await asMember(member)
  await moveFromAnotherShop(email, reason)

  await buy(shop, member, mug).then((order) =>
    advanceOrder(shop, admin, order, "Shipped").then(() => advanceOrder(shop, admin, order, "Delivered")),
  )
  const refunded = await buy(shop, member, mug, 2)
  await refundOrder(shop, admin, refunded, { amount: 100, reason })
  await shop.transaction((tx) => addOrderNote(tx, admin, refunded, reason))
  await advanceOrder(shop, admin, refunded, "Shipped", { tracking: "TRACK-1" })
  await advanceOrder(shop, admin, refunded, "Delivered")
  const cancelled = await buy(shop, member, mug)
  await cancelOrderAsShop(shop, admin, cancelled, { reason, restock: true })
  await returnAndRefund(member, reason)
  await processDueRefunds(shop)
  await softDeleteOrder(shop, admin, refunded)
  await restoreOrder(shop, admin, refunded)
  const abandoned = await startCheckout(shop, member, [{ variantId: mug, quantity: 1 }], null)
  await openPayment(shop, abandoned, "intent")
  await releaseCheckout(shop, await findCheckout(shop, abandoned.id))

  await leaveReview(shop, member, { productId: mug, rating: 4, comment: "Holds tea." })
  const review = await shop.db
    .selectFrom("reviews")
    .select("id")
    .where("user_id", "=", member.id)
    .executeTakeFirstOrThrow()
  await softDeleteReview(shop, admin, { reviewId: review.id })
  await restoreReview(shop, admin, { reviewId: review.id })

  await updateUser(shop, admin, member.id, { name: `${name} II`, email, role: "user" })
  await updateUser(shop, admin, member.id, { name, email, role: "user" })
  await softDeleteUser(shop, admin, member.id)
  await restoreUser(shop, admin, member.id)
  await signOutUser(shop, admin, member.id)
  await storeDraft(shop, member.id, "/shipping", shippingInfo)
  await leaveUnfinished(member)
  await requestLink(shop, "password-reset", email, "192.0.2.7")
  await sendLink(shop, "password-reset", email)
  await failAMail(email)

  await inviteStaff(shop, admin, { email, role: OWNER_ROLE })
  await promoteUser(shop, email)
  // The role has invalidated the link of the earlier change.
  await shop.transaction((tx) => insertEmailUndo(tx, { id: member.id, email: formerEmail, wasVerified: true }))
  await signInAndTrust(member)
  for (const link of ["sign-in", "password-reset", "verification"] as const) await sendLink(shop, link, email)
  const asAdmin = requireStaff(await findActiveUser(shop, member.id), permissions)
  const other = await buy(shop, await signUp(shop, "other@buyers.test", "Other Buyer"), mug)
  await shop.transaction((tx) => addOrderNote(tx, asAdmin, other, "Packed."))
  const origin = { address: planted.network, requestId: "from-afar" }
  const remoteShop: Shop = { ...shop, transaction: (work) => shop.transaction((tx) => work({ ...tx, origin })) }
  await expect(authenticate(remoteShop, { email, password: "wrong" }, "192.0.2.7")).rejects.toThrow()
  await savePage(remoteShop, asAdmin, "about", { snapshot: 0, title: "About us", body: "We sell mugs." })
  await changeSettings(shop, asAdmin, { snapshot: 1, facts: { ...facts, address: "1 Main Street" } })
  await shelve(shop, asAdmin, { name: "Cup" })
  await issueDocuments(shop)
  await deliver()
  await gatherNotices()
  return member
}

/** The reset link fails for good, which notifies the owner, and an administrator retries it. */
async function failAMail(email: string): Promise<void> {
  const refuse = ({ recipient }: Mail) => {
    const refusal = `550 5.1.1 <${recipient}>: no such mailbox`
    return Promise.reject(new MailRefused(refusal, { cause: new Error(refusal) }))
  }
  const before = await shop.db.selectFrom("mails").select("id").where("sent_at", "is", null).execute()
  await deliverDueMails({ ...shop, mailer: { kind: "smtp", send: refuse } })
  expect(before.length).toBeGreaterThan(0)
  const failed = await shop.db
    .selectFrom("mails")
    .select("id")
    .where("failed_at", "is not", null)
    .where("recipient", "=", email)
    .execute()
  await retryMail(shop, admin, failed[0]?.id ?? "")
}

/** There are so many notices at once that they share one mail, with one about an order among them. */
async function gatherNotices(): Promise<void> {
  const notice = { summary: "Out of stock", paragraphs: [], action: { label: "Look", path: "/admin/products" } }
  for (let number = 0; number < 12; number++)
    await shop.transaction((tx) => notifyOwner(tx, `notice-${number}`, notice, []))
  await shop.transaction(async (tx) => {
    const owner = await tx.db
      .selectFrom("users")
      .select("id")
      .where("email", "=", planted.email)
      .executeTakeFirstOrThrow()
    await notifyOwner(tx, "gathered", { ...notice, summary: `New order from ${planted.name}` }, [owner.id])
  })
  await deliver()
}

async function mailedTokens(): Promise<string[]> {
  const mails = await shop.db.selectFrom("mails").select("text_body").execute()
  return mails.flatMap(({ text_body }) => text_body.match(/(?<=\/)[\w-]{32,}/g) ?? [])
}

const textOf = async ({ contents }: Awaited<ReturnType<typeof openOwnFile>>) => {
  let text = ""
  for await (const piece of contents) text += piece
  return text
}

/** Tables that no download contains, with the reason */
const notInDownloads = {
  ...ofKind("the bank's own list of payments; those of an order are in received-payments", [
    "bank_files",
    "bank_lines",
  ]),
  ...ofKind("the columns of a bank's files", ["bank_mappings"]),
  ...ofKind("the shop's own, about no person", [
    ...["catalog_changes", "catalog_version", "categories", "category_moves", "discounts", "former_category_names"],
    ...[
      "former_product_addresses",
      "gateway_cursors",
      "gateway_fees",
      "kysely_migration",
      "kysely_migration_lock",
      "option_names",
      "page_versions",
      "billing_document_pause",
    ],
    ...["billing_document_series", "past_prices", "popular_searches", "pricing_versions", "product_descriptions"],
    ...[
      "import_mappings",
      "product_origins",
      "product_import_files",
      "product_import_findings",
      "product_import_pictures",
      "product_import_rows",
      "product_imports",
      "product_images",
    ],
    ...[
      "products",
      "sales_by_day",
      "search_reindexing",
      "sql_definitions",
      "search_words",
      "shop_identity",
      "settings_versions",
      "standby",
      "stock_ledger",
      "variants",
      "wrong_clocks",
    ],
  ]),
  ...ofKind("files that wait for the owner, at most 30 days; what was imported is in it", [
    "customer_imports",
    "customer_import_files",
    "customer_import_rows",
  ]),
  ...ofKind("hashes and secrets", [
    "email_verifications",
    ...[
      "email_undos",
      "ended_sessions",
      "form_submissions",
      "order_claims",
      "order_links",
      "passkey_challenges",
      "password_resets",
      "pending_sign_ins",
    ],
    ...["mail_counts", "popular_search_clients", "rate_limits", "recovery_codes", "sign_in_links"],
  ]),
  ...ofKind("what people who work here wrote", [
    "order_notes",
    "owner_notifications",
    "payment_incidents",
    "refund_requests",
  ]),
  mail_people: "whose mails are whose; the mails are in it",
  drafts: "forms that wait for their writer for half an hour",
  staff_invitations: "sent to an address before an account exists; the email has all of it",
  billing_document_requests: "work that waits for a minute; the invoices are in it",
  sandbox_intents: "the sandbox's side of payments",
  sandbox_refunds: "the sandbox's side of refunds",
}

function ofKind(reason: string, tables: string[]): Record<string, string> {
  return Object.fromEntries(tables.map((table) => [table, reason]))
}

/** Orders to the United States have none by themselves. */
async function agreeToTerms({ id }: Member): Promise<void> {
  const digest = "a".repeat(43)
  const text = { digest, body_text: "Terms", body_html: "<p>Terms</p>" }
  await shop.db.insertInto("agreed_texts").values(text).execute()
  await sql`update orders set agreed_text_digest = ${digest} where user_id = ${id}`.execute(shop.db)
}

/** Expects the download to have everything that is stored about a member, and no secret. */
async function expectWholeDownload(member: Member): Promise<void> {
  await agreeToTerms(member)
  const text = await textOf(await openOwnFile(shop, member, "everything.json"))
  const everything: Record<string, object[]> = JSON.parse(text)
  expect(Object.entries(everything).filter(([, rows]) => rows.length === 0)).toEqual([])
  expect(listOwnFiles(false).map(({ name }) => name)).toEqual([
    "everything.json",
    ...Object.keys(everything).map((name) => `${name}.csv`),
  ])
  for (const [name, rows] of Object.entries(everything)) {
    const csv: object[] = parse(await textOf(await openOwnFile(shop, member, `${name}.csv`)), {
      bom: true,
      columns: true,
    })
    expect(csv, name).toHaveLength(rows.length)
    await shop.limits.reset(accountLimits.dataOfBuyer, member.id)
  }
  for (const word of [planted.name, planted.email, planted.formerEmail, planted.address, planted.phoneNo])
    expect(text).toContain(word)
  const sources = Object.values(ownTables).map(({ from, columns }) => [from, ...Object.values(columns)].join(" "))
  const { rows: tables } = await testShop.pool.query<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  )
  const missing = tables.filter(
    ({ name }) => !(name in notInDownloads) && !sources.some((source) => new RegExp(`\\b${name}\\b`).test(source)),
  )
  expect(missing.map(({ name }) => name)).toEqual([])
  expect(Object.keys(notInDownloads).filter((name) => !tables.some((table) => table.name === name))).toEqual([])
  const { rows: secrets } = await testShop.pool.query<{ secret: string }>(`
    select password_hash as secret from users union select token_hash from sessions union select token_hash from password_resets
    union select token_hash from trusted_devices
    union select secret from authenticator_apps union select code_hash from recovery_codes union select email_hash from discount_uses
    union select substring(text_body from '/password/reset/([\\w-]+)') from mails`)
  const given = secrets.filter(({ secret }) => secret && text.includes(secret))
  expect(secrets.length).toBeGreaterThan(5)
  expect(given).toEqual([])
  expect(text).not.toMatch(/other@buyers|Other Buyer/)
}

test("no waiting message to the owner names a customer who closed their account", async () => {
  const member = await aMember(shop, { name: "Ottoline Featherstonehaugh", email: "ottoline@buyers.test" })
  await deliver()
  const notice = { paragraphs: ["Ottoline asks."], action: { label: "Open order 7", path: "/admin/order/7" } }
  const mostSingleMails = 10
  const ring = async (key: string) => {
    for (let number = 0; number <= mostSingleMails; number++)
      await shop.transaction((tx) =>
        notifyOwner(tx, `${key}-${number}`, { ...notice, summary: `Ottoline bought ${number}` }, [member.id]),
      )
  }
  await ring("queued")
  await queueOwnerEmails(shop)
  testShop.clock.advance({ minutes: 11 })
  await queueOwnerEmails(shop)
  await ring("waiting")
  expect(await tablesWith(testShop.pool, ["Ottoline"])).toEqual(["mails", "owner_notifications", "users"])
  await closeAccount(shop, member, PASSWORD)
  // The customer's own confirmation has yet to be sent.
  expect(await tablesWith(testShop.pool, ["Ottoline"])).toEqual(["mails"])
  const toOwner = shop.db.selectFrom("mails").select("subject").where("recipient", "<>", member.email)
  expect(await toOwner.where("html_body", "like", "%Ottoline%").execute()).toEqual([])

  testShop.clock.advance({ minutes: 11 })
  await queueOwnerEmails(shop)
  const waiting = shop.db.selectFrom("mails").select(["kind", "subject", "text_body"]).where("sent_at", "is", null)
  const mails = await waiting.where("kind", "in", ["owner-notice", "owner-notices"]).execute()
  expect(mails).toContainEqual(
    expect.objectContaining({ kind: "owner-notice", subject: "A message about a closed account" }),
  )
  const digests = mails.filter(
    ({ kind, text_body }) => kind === "owner-notices" && text_body.includes("/admin/order/7"),
  )
  expect(digests.map(({ text_body }) => text_body)).toEqual([expect.stringContaining("Closed account: Open order 7")])
  await deliver()
  expect(await tablesWith(testShop.pool, ["Ottoline"])).toEqual([])
})

/** An order that is paid by transfer, and whose money is paid back by hand */
async function payByTransfer(member: Member): Promise<void> {
  await allowWaysToPay(shop, admin)
  const orderId = await orderUnpaid(shop, member, mug)
  await shop.transaction(async (tx) => {
    const payment = { amount: 1_000, receivedAt: tx.now(), recordedBy: admin, bankLineId: null }
    await receivePayment(tx, { orderId, ...payment })
  })
  await cancelOrder(shop, member, orderId)
  const payout = await shop.db.selectFrom("payouts").select("id").executeTakeFirstOrThrow()
  await shop.transaction((tx) => finishPayout(tx, { id: payout.id, actor: admin }))
  await shop.transaction((tx) => replaceSavedCart(tx, member.id, [{ variantId: mug, quantity: 1 }]))
}

test("nothing in the whole database names the owner of an erased account, and the records of actions stay", async () => {
  const member = await fillAccount()
  await payByTransfer(await asMember(member))
  await expectWholeDownload(await asMember(member))
  expect(await tablesThatName()).toEqual([
    "audit_log",
    "billing_documents",
    "checkouts",
    "customer_import_rows",
    "customer_origins",
    "drafts",
    "email_undos",
    "graphile_worker._private_jobs",
    "mails",
    "order_claims",
    "order_notes",
    "orders",
    "owner_notifications",
    "page_versions",
    "payouts",
    "refund_requests",
    "refunds",
    "returns",
    "reviews",
    "settings_versions",
    "staff_invitations",
    "users",
  ])
  const gathered = shop.db.selectFrom("mails").select("id").where("kind", "=", "owner-notices")
  expect(await gathered.where("text_body", "like", `%${planted.name}%`).execute()).not.toEqual([])
  const readEntries = async () => {
    const rows = shop.db
      .selectFrom("audit_log")
      .select(["id", "at", "actor_id", "action", "subject_kind", "subject_id", "before", "after"])
    return rows.orderBy("id").execute()
  }
  const done = await readEntries()
  const tokens = await mailedTokens()
  expect(tokens.length).toBeGreaterThan(2)
  expect((await listAudit(shop, admin, AuditFilter.parse({ subject: member.id }))).lines).toContainEqual(
    expect.objectContaining({
      action: "user.deleted",
      before: { name: planted.name, email: planted.email, role: "user" },
    }),
  )

  await closeAccount(shop, await asMember(member), PASSWORD)
  expect(await tablesThatName()).toEqual(["billing_documents", "mails"])
  await deliver()
  // Data that the law requires the shop to keep
  expect(await tablesThatName()).toEqual(["billing_documents"])

  expect(logLines.join()).toContain("an email was not accepted")
  for (const secret of [...Object.values(planted), "Quillfeather", "Wobblegong", PASSWORD, ...tokens])
    expect(logLines.filter((line) => line.includes(secret))).toEqual([])

  const erasure = {
    action: "user.closed-account",
    actor_id: member.id,
    subject_id: member.id,
    before: null,
    after: null,
  }
  expect(await readEntries()).toEqual([...done, expect.objectContaining(erasure)])
  expect(await listAuditActors(shop, admin)).toContainEqual({ id: member.id, name: "Deleted account" })
  const { lines } = await listAudit(shop, admin, AuditFilter.parse({ subject: member.id }))
  expect(lines).toContainEqual(expect.objectContaining({ action: "user.deleted", before: { role: "user" } }))
  const others = shop.db.selectFrom("mails").select("id").where("recipient", "=", "other@buyers.test")
  expect((await others.execute()).length).toBeGreaterThan(0)
  await endDocuments()
}, 60_000)

/** From here on the shop has none of these. */
async function endDocuments(): Promise<void> {
  await testShop.pool.query(
    "alter table billing_documents disable trigger user; delete from billing_documents; alter table billing_documents enable trigger user",
  )
  await changeSettings(shop, admin, { snapshot: 3, facts: emptyFacts })
  await shop.settings.renew()
}

test("an open order names its buyer until it is finished, and nothing does afterwards", async () => {
  const { name, email } = planted
  const member = await aMember(shop, { name, email })
  await updateShippingInfo(shop, member, shippingInfo)
  const order = await buy(shop, member, mug)
  await shop.transaction((tx) => addOrderNote(tx, admin, order, `${name} is on holiday`))
  await closeAccount(shop, member, PASSWORD)
  await deliver()
  expect(await tablesThatName()).toEqual(["order_notes", "orders"])
  await advanceOrder(shop, admin, order, "Shipped")
  expect(await tablesThatName()).toContain("mails")
  await deliver()
  await sweepClosedAccounts(shop)
  expect(await tablesThatName()).toEqual(["order_notes", "orders"])
  await advanceOrder(shop, admin, order, "Delivered")
  await sweepClosedAccounts(shop)
  await deliver()
  expect(await tablesThatName()).toEqual([])
})

test("a mail that failed for good is erased as well", async () => {
  const { name, email } = planted
  await closeAccount(shop, await aMember(shop, { name, email }), PASSWORD)
  const refuse = () => Promise.reject(new MailRefused("No such mailbox"))
  await deliverDueMails({ ...shop, mailer: { kind: "smtp", send: refuse } })
  await deliver()
  expect(await tablesThatName()).toEqual([])
})

test("a mail sent during the erasure is erased by the next sweep", async () => {
  const { name, email } = planted
  const member = await aMember(shop, { name, email })
  await closeAccount(shop, member, PASSWORD)
  // Simulates a process that was sending it and has not seen the erasure yet.
  await shop.db.updateTable("mails").set({ sent_at: shop.now() }).where("recipient", "=", email).execute()
  await sweepClosedAccounts(shop)
  expect(await tablesThatName()).toEqual([])
})

test("an account deleted by an administrator is erased when it is purged", async () => {
  const { name, email } = planted
  const member = await aMember(shop, { name, email })
  await deliver()
  await softDeleteUser(shop, admin, member.id)
  expect(await tablesThatName()).toEqual(["audit_log", "mails", "users"])
  testShop.clock.advance({ days: 31 })
  await purgeDeleted(shop)
  expect(await tablesThatName()).toEqual([])
  const { lines } = await listAudit(shop, admin, AuditFilter.parse({ subject: member.id, person: "jobs" }))
  expect(lines.map(({ action }) => action)).toEqual(["user.purged"])
})

test("the text of an append-only row cannot be changed, nor a name replaced by another", async () => {
  for (const change of [
    "update audit_log set actor_name = 'Nobody'",
    "update audit_log set actor_name = 'Deleted account', action = 'user.update'",
    `update audit_log set personal_before = '{"name":"Somebody"}'`,
    "update audit_log set after = null",
    "update audit_log set address = '192.0.2.9'",
    "delete from audit_log",
    "update page_versions set author_name = 'Nobody'",
    "update page_versions set body = ''",
    "update settings_versions set facts = '{}'",
  ])
    await expect(testShop.pool.query(change), change).rejects.toThrow("append-only")
})
