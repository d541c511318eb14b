import { sql } from "kysely"
import { beforeAll, expect, test } from "vitest"
import type { Member } from "~/domain/accounts/actor"
import { issueDocuments } from "~/domain/invoices/issue-documents.server"
import { advanceOrder } from "~/domain/orders/advance-order.server"
import { cancelOrder, cancelOrderAsShop } from "~/domain/orders/cancellation/cancel-order.server"
import { cancelRefundedOrders } from "~/domain/orders/cancellation/cancel-refunded-orders.server"
import { refundOrder } from "~/domain/orders/cancellation/refund-order.server"
import { receivePayment } from "~/domain/orders/receiving/receive-payment.server"
import { reopenUnpaidOrder } from "~/domain/orders/receiving/reopen-order.server"
import { undoReceivedPayment } from "~/domain/orders/receiving/undo-received-payment.server"
import { endUnpaidOrders } from "~/domain/orders/receiving/unpaid-orders.server"
import { finishPayout } from "~/domain/payouts/payouts.server"
import { withdraw } from "~/domain/returns/file-withdrawal.server"
import { receiveReturn } from "~/domain/returns/process-return.server"
import { refundReturn } from "~/domain/returns/refund-return.server"
import { requestReturn } from "~/domain/returns/request-return.server"
import { listReturnsOf } from "~/domain/returns/return-list.server"
import { findReturnable, findWithdrawable } from "~/domain/returns/withdrawable.server"
import { exportJournal } from "~/domain/taxes/accounting/journal.server"
import { reportTaxes } from "~/domain/taxes/tax-report.server"
import fc from "~/testing/hostile/fast-check"
import { addBuyer, stockOf } from "~/testing/shop/buyers.server"
import { expectInvariants } from "~/testing/shop/expect-invariants.server"
import { buy, openOrdersTest } from "~/testing/shop/test-orders.server"
import { allowWaysToPay, orderUnpaid } from "~/testing/shop/unpaid-orders.server"
import { checkInvariants } from "./check-invariants.server"

/** `HISTORIES=1000` tries more of them. */
const HISTORIES = Number(process.env.HISTORIES ?? 15)

const here = openOrdersTest()
beforeAll(async () => {
  await allowWaysToPay(here.shop, here.admin, { invoiceNumbers: "I-{number}", creditNoteNumbers: "C-{number}" })
})

/** The price of a unit with its tax, and the shipping price, in cents */
const [UNIT, SHIPPING, FEE] = [1_100, 2_500, 500]

/** What a shop keeper with paper and pencil would know of an order. It calls no code of the shop. */
class Ledger {
  status: "Processing" | "Shipped" | "Delivered" | "Cancelled" = "Processing"
  readonly payments: { amount: number; undone: boolean }[] = []
  waived = 0
  /** Money on its way back, by hand and by the gateway */
  paidBack = { bank: 0, gateway: 0 }
  returned = 0
  writtenOff = 0
  sold: boolean
  invoiced = false
  asked: boolean

  constructor(
    readonly way: "online" | "transfer" | "delivery",
    readonly quantity: number,
  ) {
    this.sold = this.asked = way === "online"
  }

  get total() {
    return this.quantity * UNIT + SHIPPING + (this.way === "delivery" ? FEE : 0)
  }
  get received() {
    return this.payments.reduce((sum, { amount, undone }) => sum + (undone ? 0 : amount), 0)
  }
  get refunded() {
    return this.waived + this.paidBack.bank + this.paidBack.gateway
  }
  get left() {
    return this.total - this.refunded
  }
  get due() {
    return this.way === "online" ? 0 : this.total - this.waived - this.received
  }
  get state() {
    if (this.left === 0) return "refunded"
    return this.way !== "online" && (this.received === 0 || this.due > 0) ? "awaiting" : "succeeded"
  }
  get outside() {
    return this.quantity - this.returned - this.writtenOff
  }

  sell() {
    this.asked = true
    this.sold = true
  }

  receive(amount: number) {
    if (this.status === "Cancelled") return "cancelled"
    if (this.state !== "awaiting") return "already-paid"
    const { due } = this
    this.payments.push({ amount: Math.min(amount, due), undone: false })
    if (amount < due) return "part"
    this.sell()
    return amount > due ? "over" : "paid"
  }

  /** Reduces what is due, and sends back the rest. */
  give(amount: number) {
    const ends = amount === this.left
    if (this.way === "online") this.paidBack.gateway += amount
    else {
      const waived = Math.min(amount, this.due)
      const wasDue = this.due > 0
      this.waived += waived
      this.paidBack.bank += amount - waived
      if (wasDue && this.due === 0 && this.received > 0 && !ends) this.sell()
    }
  }

  cancel() {
    if (this.way !== "online" && !this.sold) this.paidBack.bank += this.received - this.paidBack.bank
    else this.give(this.left)
    this.returned += this.outside
    this.status = "Cancelled"
  }

  /** What the job does with an unsent order of which nothing is left */
  endIfRefunded() {
    if (this.status === "Processing" && this.state === "refunded") this.cancel()
  }

  issue() {
    const mayBe = this.way === "online" || (this.sold && (this.wasShipped || this.state !== "awaiting"))
    if (this.asked && mayBe) this.invoiced = true
    this.asked = false
  }
  wasShipped = false
  isWithdrawn = false
}

interface Played {
  id: string
  buyer: Member
  ledger: Ledger
}

type Play = (order: Played, size: number) => Promise<void>

/** Expects that the shop allows exactly what the ledger does. */
async function attempt(allowed: boolean, act: () => Promise<unknown>): Promise<void> {
  const failure = await act().then(
    () => null,
    (error: Error) => error,
  )
  if (allowed) expect(failure).toBeNull()
  else expect(failure).not.toBeNull()
}

const lineOf = async (id: string) => {
  const query = here.shop.db.selectFrom("order_lines").select("id").where("order_id", "=", id)
  return (await query.executeTakeFirstOrThrow()).id
}

const pay = async ({ id, ledger }: Played, amount: number) => {
  const receipt = await here.shop.transaction((tx) =>
    receivePayment(tx, { orderId: id, amount, receivedAt: tx.now(), recordedBy: here.admin, bankLineId: null }),
  )
  expect(receipt.kind).toBe(ledger.receive(amount))
}

const all: Played[] = []

const plays: Record<string, Play> = {
  paySome: (order, size) => pay(order, 1 + size * 37),
  payExactly: (order) => pay(order, Math.max(1, order.ledger.due)),
  payTooMuch: (order, size) => pay(order, Math.max(1, order.ledger.due) + size),
  payTwiceAtOnce: async (order) => {
    const amount = Math.max(1, order.ledger.due)
    const receipts = await Promise.all(
      [1, 2].map(() =>
        here.shop.transaction((tx) =>
          receivePayment(tx, { orderId: order.id, amount, receivedAt: tx.now(), recordedBy: null, bankLineId: null }),
        ),
      ),
    )
    const expected = [order.ledger.receive(amount), order.ledger.receive(amount)]
    expect(receipts.map(({ kind }) => kind).sort()).toEqual(expected.sort())
  },
  undo: async ({ id, ledger }, size) => {
    const rows = await here.shop.db
      .selectFrom("received_payments")
      .select("id")
      .where("order_id", "=", id)
      .orderBy("id")
      .execute()
    const at = size % Math.max(1, rows.length)
    const [row, payment] = [rows[at], ledger.payments[at]]
    if (!row || !payment) return
    const { status, way, refunded } = ledger
    const isKept = status === "Cancelled" || refunded > 0 || (way === "transfer" && status !== "Processing")
    const allowed = !payment.undone && !isKept
    await attempt(allowed, () =>
      here.shop.transaction((tx) => undoReceivedPayment(tx, { id: row.id, actor: here.admin })),
    )
    if (allowed) payment.undone = true
  },
  ship: async ({ id, ledger }) => {
    const allowed = ledger.status === "Processing" && ledger.state !== "refunded" && ledger.outside > 0
    const wasUnpaid = ledger.state === "awaiting"
    await attempt(allowed, () => advanceOrder(here.shop, here.admin, id, "Shipped", { paymentSnapshot: ledger.state }))
    if (!allowed) return
    Object.assign(ledger, { status: "Shipped", wasShipped: true })
    if (wasUnpaid) ledger.sell()
  },
  deliver: async ({ id, ledger }) => {
    const allowed = ledger.status === "Shipped"
    await attempt(allowed, () => advanceOrder(here.shop, here.admin, id, "Delivered"))
    if (allowed) ledger.status = "Delivered"
  },
  cancel: async ({ id, buyer, ledger }, size) => {
    const allowed = ledger.status === "Processing"
    const byShop = () => cancelOrderAsShop(here.shop, here.admin, id, { reason: "Test", restock: true })
    await attempt(allowed, () => (size % 2 ? byShop() : cancelOrder(here.shop, buyer, id)))
    if (allowed) ledger.cancel()
  },
  refundAmount: async ({ id, ledger }, size) => {
    const amount = 1 + size * 53
    const allowed = amount <= ledger.left
    await attempt(allowed, () => refundOrder(here.shop, here.admin, id, { amount }))
    if (!allowed) return
    if (ledger.status === "Processing" && amount === ledger.left) ledger.writtenOff += ledger.outside
    ledger.give(amount)
    ledger.endIfRefunded()
  },
  refundUnits: async ({ id, ledger }, size) => {
    const [quantity, restock] = [1 + (size % 3), size % 2 === 0]
    const amount = Math.min(ledger.left, quantity * UNIT)
    const allowed = quantity <= ledger.outside && amount > 0
    const units = [{ line: await lineOf(id), quantity }]
    // Restocking recovers units that were written off, which the ledger leaves out.
    if (restock && quantity > ledger.outside) return
    await attempt(allowed, () => refundOrder(here.shop, here.admin, id, { units, restock }))
    if (!allowed) return
    const ends = ledger.status === "Processing" && amount === ledger.left
    if (restock) ledger.returned += quantity
    else ledger.writtenOff += ends ? ledger.outside : quantity
    ledger.give(amount)
    ledger.endIfRefunded()
  },
  refundWhole: async ({ id, ledger }) => {
    const allowed = ledger.left > 0
    await attempt(allowed, () => refundOrder(here.shop, here.admin, id, { amount: "whole", restock: true }))
    if (!allowed) return
    ledger.returned += ledger.outside + ledger.writtenOff
    ledger.writtenOff = 0
    ledger.give(ledger.left)
    ledger.endIfRefunded()
  },
  withdraw: async ({ id, buyer, ledger }, size) => {
    if (ledger.status !== "Processing" || ledger.outside === 0) return
    const { lines, available } = await findWithdrawable(here.shop, buyer, id)
    const quantity = 1 + (size % ledger.outside)
    const units = [{ line: lines[0]?.id ?? "", quantity }]
    await withdraw(here.shop, buyer, id, { name: "Ada", email: buyer.email, reason: "", units, available })
    ledger.isWithdrawn = true
    if (quantity === ledger.outside) return ledger.cancel()
    const amount = Math.min(ledger.left, quantity * UNIT)
    ledger.returned += quantity
    ledger.give(amount)
    await cancelRefundedOrders(here.shop)
    ledger.endIfRefunded()
  },
  sendBack: async ({ id, buyer, ledger }, size) => {
    const isSent = ledger.status === "Shipped" || ledger.status === "Delivered"
    if (!isSent || ledger.outside === 0 || ledger.left === 0) return
    const { lines, available, refusal } = await findReturnable(here.shop, buyer, id)
    const quantity = 1 + (size % ledger.outside)
    const line = lines[0]?.id ?? ""
    if (refusal !== null || available < quantity) return
    await here.shop.transaction((tx) =>
      requestReturn(tx, buyer, id, { units: [{ line, quantity }], available, reason: "Does not fit", details: "" }),
    )
    const returned = (await listReturnsOf(here.shop, buyer, id)).at(-1)?.id ?? ""
    await receiveReturn(here.shop, here.admin, returned)
    const goods = Math.min(ledger.left, quantity * UNIT)
    const units = [{ line, restocked: quantity, writtenOff: 0 }]
    await refundReturn(here.shop, here.admin, returned, { goods, shipping: 0, units, snapshot: ledger.refunded })
    ledger.returned += quantity
    ledger.give(goods)
  },
  reopen: async ({ id, ledger }) => {
    const { status, state, refunded, writtenOff } = ledger
    const isUntouched = refunded === 0 && writtenOff === 0 && !ledger.isWithdrawn
    const allowed = status === "Cancelled" && state === "awaiting" && isUntouched
    await attempt(allowed, () =>
      here.shop.transaction((tx) => reopenUnpaidOrder(tx, { orderId: id, actor: here.admin })),
    )
    if (allowed) Object.assign(ledger, { status: "Processing", returned: 0 })
  },
  endUnpaid: async () => {
    here.clock.advance({ minutes: 60 * 24 * 20 })
    // One run ends a hundred orders.
    while (await hasDue()) await endUnpaidOrders(here.shop)
    for (const { ledger } of all) {
      const { way, status, state } = ledger
      if (way === "transfer" && status === "Processing" && state === "awaiting") ledger.cancel()
    }
  },
  payOut: async ({ id }) => {
    const open = await here.shop.db
      .selectFrom("payouts")
      .innerJoin("refunds", "refunds.id", "refund_id")
      .select("payouts.id")
      .where("order_id", "=", id)
      .where("payouts.status", "=", "open")
      .executeTakeFirst()
    if (open) await here.shop.transaction((tx) => finishPayout(tx, { id: open.id, actor: here.admin }))
  },
  issueDocuments: async () => {
    await issueDocuments(here.shop)
    for (const { ledger } of all) ledger.issue()
  },
}

async function hasDue(): Promise<boolean> {
  const { rows } = await sql`select from orders
    where payment_status = 'awaiting' and status = 'Processing' and payment_due_at <= ${here.shop.now()} limit 1`.execute(
    here.shop.db,
  )
  return rows.length > 0
}

async function expectAsInLedger({ id, ledger }: Played): Promise<void> {
  const { rows } = await sql<Record<string, unknown>>`
    select status, payment_status as state, refunded_amount as refunded, returned_quantity as returned,
      written_off_quantity as "writtenOff", sold_at is not null or payment_method = 'online' as sold,
      (select coalesce(sum(amount), 0)::integer from received_payments
        where order_id = orders.id and undone_at is null) as received,
      (select coalesce(sum(payouts.amount), 0)::integer from payouts join refunds on refunds.id = refund_id
        where order_id = orders.id) as bank,
      (select coalesce(sum(amount), 0)::integer from sandbox_refunds where intent_id = payment_intent_id) as gateway
    from orders join order_lines on order_id = orders.id where orders.id = ${id}`.execute(here.shop.db)
  const { status, state, refunded, returned, writtenOff, received, paidBack, sold } = ledger
  expect(rows).toEqual([{ status, state, refunded, returned, writtenOff, received, sold, ...paidBack }])
}

const history = fc.record({
  way: fc.constantFrom("online" as const, "transfer" as const, "transfer" as const, "delivery" as const),
  quantity: fc.integer({ min: 1, max: 4 }),
  steps: fc.array(fc.tuple(fc.constantFrom(...Object.keys(plays)), fc.nat(80)), { minLength: 2, maxLength: 12 }),
})

test(
  "any history of an order, paid in any way, ends as paper and pencil say",
  async () => {
    const before = await stockOf(here.shop, here.mug)
    const play = async ({ way, quantity, steps }: typeof history extends fc.Arbitrary<infer Value> ? Value : never) => {
      const buyer = await addBuyer(here.shop)
      const id =
        way === "online"
          ? await buy(here.shop, buyer, here.mug, quantity)
          : await orderUnpaid(here.shop, buyer, here.mug, { quantity, payment: way })
      const order = { id, buyer, ledger: new Ledger(way, quantity) }
      all.push(order)
      for (const [name, size] of steps) {
        await plays[name]?.(order, size)
        await expectAsInLedger(order)
      }
    }
    await fc.assert(fc.asyncProperty(history, play), { numRuns: HISTORIES, endOnFailure: true })
    const ledgers = all.map(({ ledger }) => ledger)
    for (const order of all) await expectAsInLedger(order)
    const out = ledgers.reduce((sum, { quantity, returned }) => sum + quantity - returned, 0)
    expect(await stockOf(here.shop, here.mug)).toBe(before - out)
    await expectInvariants(here.shop)
    await expectBooksAsIn(ledgers)
  },
  60_000 + HISTORIES * 5_000,
)

async function expectBooksAsIn(ledgers: readonly Ledger[]): Promise<void> {
  const sumOf = (of: (ledger: Ledger) => number) =>
    ledgers.reduce((sum, ledger) => sum + (ledger.sold ? of(ledger) : 0), 0)
  const period = { from: "2020-01-01", to: "2099-12-31" }
  const { totals } = await reportTaxes(here.shop, here.admin, period)
  expect([totals.total, totals.refunded]).toEqual([sumOf(({ total }) => total), sumOf(({ refunded }) => refunded)])
  let csv = ""
  for await (const chunk of exportJournal(here.shop, here.admin, period)) csv += chunk
  const lines = csv.trim().split("\n").slice(1)
  const sums: Record<string, number> = { sale: 0, refund: 0, waived: 0 }
  for (const line of lines) {
    const [, , kind = "", , , amount = ""] = line.replaceAll('"', "").split(",")
    sums[kind] = (sums[kind] ?? 0) + Math.round(Number(amount) * 100)
  }
  expect(sums).toEqual({
    sale: sumOf(({ total }) => total),
    refund: -sumOf(({ paidBack: { bank, gateway } }) => bank + gateway) + 0,
    waived: -sumOf(({ waived }) => waived) + 0,
  })
  for (;;) {
    const open = await here.shop.db.selectFrom("payouts").select("id").where("status", "=", "open").executeTakeFirst()
    if (!open) break
    await here.shop.transaction((tx) => finishPayout(tx, { id: open.id, actor: here.admin }))
  }
  await issueDocuments(here.shop)
  for (const ledger of ledgers) ledger.issue()
  const { rows } = await sql<{ invoiced: number; credited: number }>`
    select coalesce(sum(total) filter (where kind = 'invoice'), 0)::integer as invoiced,
      coalesce(sum(total) filter (where kind = 'credit-note'), 0)::integer as credited from billing_documents`.execute(
    here.shop.db,
  )
  const invoiced = ledgers.filter((ledger) => ledger.invoiced)
  expect(rows[0]).toEqual({
    invoiced: invoiced.reduce((sum, { total }) => sum + total, 0),
    credited: invoiced.reduce((sum, { refunded }) => sum + refunded, 0),
  })
  expect(await checkInvariants(here.shop)).toEqual([])
}
