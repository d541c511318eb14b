import type { Selectable } from "kysely"
import type { Factor, SecondFactor, SignInFactor } from "~/domain/accounts/factor"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import type { User } from "~/domain/accounts/user"
import type { Cents } from "~/domain/money/money"
import type { ReturnedUnits } from "~/domain/orders/order"
import type { NextStatus } from "~/domain/orders/order-status"
import type { GatewayRefund } from "~/domain/payments/gateway"
import type { NewIncident } from "~/domain/payments/incident"
import type { Payment } from "~/domain/payments/payment"
import type { ShopTotal } from "~/domain/rate-limits"
import type { Statement } from "~/domain/returns/return"
import type { Tables } from "~db/schema"

export type Actor = Pick<User, "id" | "name">
/** The id is absent for an actor without an account. */
type UnnamedActor = { id: null; name: string }
type Recipient = Pick<User, "id" | "name" | "email">
type Order = Selectable<Tables["orders"]>
type OrderLine = Pick<Selectable<Tables["order_lines"]>, "name" | "price" | "quantity" | "adjustments" | "taxes">
type PlacedLine = OrderLine & Pick<Selectable<Tables["order_lines"]>, "withdrawal_exemption">
type Checkout = Pick<Selectable<Tables["checkouts"]>, "id" | "user_id" | "total_price" | "currency">
type Refund = Selectable<Tables["refunds"]>

export interface StaffAction {
  actor: Actor
  id: string
  before?: object
  after?: object
  /** The customer described by `before` and `after` */
  customerId?: string
}

type InvitationAction = StaffAction & { email: string; role: string; token: string }

type Return = Selectable<Tables["returns"]>
type GivenBack = { name: string; quantity: number }
/** `id` is the order's id. */
type ReturnStep = StaffAction & { order: Order; record: Return }

interface Dispute extends Pick<NewIncident, "userId" | "checkoutId" | "orderId"> {
  intentId: string
  /** The gateway's id of the dispute */
  occurrence: string
  reason: string
  /** The method of the payment; null if it is unknown */
  method: string | null
}

type StatusEventName = `order.${Lowercase<NextStatus>}`
type StaffActName =
  | `product.${"published" | "drafted" | "updated" | "deleted" | "restored"}`
  | `category.${"created" | "updated" | "moved" | "deleted" | "restored"}`
  | `discount.${"created" | "updated" | "stopped" | "resumed"}`
  | `order.${"tracked" | "noted" | "deleted" | "restored" | "access-ended"}`
  | `user.${"updated" | "deleted" | "restored" | "signed-out" | "verification-resent"}`
  | `order.refund-${"requested" | "declined"}`
  | `staff.${"assigned" | "joined" | "verified" | "left"}`
  | "invitation.revoked"
  | `role.${"created" | "updated" | "deleted"}`
  | `review.${"deleted" | "restored"}`
  | `${"page" | "settings"}.${"updated" | "restored"}`
  | `option.${"merged" | "separated"}`
  | "numbers.raised"
  | `${"shipping" | "taxes"}.updated`
  | `search.${"blocked" | "allowed"}`
  | `${"refund" | "mail"}.retried`
  | "incident.resolved"
  | `payout.${"changed" | "exported" | "export-undone" | "finished" | "cancelled" | "reopened"}`
  | `bank-file.${"read" | "booked" | "deleted"}`
  | `bank-line.${"returned" | "ignored" | "reopened"}`
  | `customers.${"imported" | "import-undone" | "invitations-started" | "invitations-stopped"}`

type OperatorActName = `administrator.${"created" | "promoted" | "reset"}`

/** `app/domain/subscribers` defines the consequences of each event. */
export interface Events
  extends Record<StaffActName, StaffAction>,
    Record<OperatorActName, Omit<StaffAction, "actor"> & { actor: UnnamedActor }>,
    Record<StatusEventName, StaffAction & { order: Order }> {
  /** `id` is the variant's id. */
  "product.sold-out": { id: string; productId: string; name: string; lastRestock: number }
  /** `largest`: the account with the largest hold; null for a guest */
  "stock.mostly-held": { units: number; members: number; largest: string | null; shelved: number }

  "order.placed": { order: Order; lines: PlacedLine[]; isGuest: boolean }
  "order.cancelled": {
    order: Order
    lines: Pick<OrderLine, "name" | "price" | "quantity">[]
    isGuest: boolean
    /** `unpaid`: it was not paid in time */
    by: "customer" | "shop" | "refund" | "unpaid"
    /** Null if the gateway reported the refund, or no person cancelled it */
    actor: Actor | null
    restocked: number
    amount: Cents
    /** The part of the amount that the customer gets back: they had not paid the rest. */
    paidBack: Cents
    /** The text is sent to the customer by email. */
    reason?: string
  }
  /** `missing` is 0 if the order is now paid; `actor` is null if no person recorded the payment. */
  "order.payment-received": {
    /** Of the received payment */
    id: string
    order: Order
    amount: Cents
    missing: Cents
    /** Paid beyond the total */
    excess: Cents
    actor: Actor | null
  }
  "order.payment-undone": StaffAction & { order: Order; missing: Cents }
  "order.payment-reminded": { order: Order; missing: Cents }
  "order.reopened": StaffAction & { order: Order; missing: Cents }
  "order.refund-proposed": StaffAction & { order: Order; requestId: string }
  /** An order that was paid in part is paid, because the rest is no longer due. */
  "order.settled": { order: Order }
  "order.refunded": { order: Order; isGuest: boolean; refund: Refund }

  "order.withdrawn": {
    order: Order
    withdrawal: Return
    lines: GivenBack[]
    /** `requested`: its parcel must be returned first. */
    outcome: "cancelled" | "refunded" | "requested"
    /** The amount that is refunded immediately */
    amount: Cents
    /** The part of the amount that the customer gets back: they had not paid the rest. */
    paidBack: Cents
  }
  /** By a person whose identity as the buyer is unproven */
  "order.withdrawal-declared": { order: Order; record: Return; token: string }
  "return.confirmed": ReturnStep
  "return.requested": { order: Order; record: Return; lines: GivenBack[] }
  "return.received": ReturnStep
  "return.declined": ReturnStep
  "return.reopened": ReturnStep
  /** Emitted in addition to `order.refund-requested`, unless nothing was left to refund */
  "return.refunded": ReturnStep & { refundId: string | null; units: ReturnedUnits[]; goods: Cents; shipping: Cents }
  "order.withdrawal-refused": { order: Order; statement: Statement; reason: string }

  "payment.rejected": { payment: Payment; intentId: string; amount: Cents; reason: string }
  /** The bank has not decided yet, so there is no order yet. */
  "payment.processing": { checkout: Checkout; method: string | null }
  /** The bank refused a payment that it had been processing; the event's data is the released checkout. */
  "payment.failed": Checkout
  "payment.recovered": { payment: Payment; intentId: string | null; orderId: string }
  /** The database had lost this payment; `reason` says why it was refunded. */
  "payment.found": {
    intentId: string
    amount: Cents
    userId: string | null
    checkoutId: string | null
    orderId: string | null
    reason: string | null
  }
  /** Payments with this database's identity that it has no record of and must not touch */
  "payments.of-a-copy": { intentId: string; what: string }
  "payment.stuck": Pick<Payment, "gatewayId" | "amount" | "checkoutId"> & {
    userId: string | null
    /** By default, an hour; a debit takes days. */
    days?: number
  }
  "refund.succeeded": Refund & { hadFailed: boolean }
  /** `isOver`: the shop will not retry it. */
  "refund.failed": { refund: Refund; reason: string; gatewayRefundId: string | null; isOver: boolean }
  /** `fits`: within the refundable amount; `cancelled`: the refund cancelled the order. */
  "refund.made-elsewhere": {
    refund: GatewayRefund
    order: Pick<Order, "id" | "user_id">
    fits: boolean
    cancelled: boolean
  }
  "dispute.opened": Dispute
  "dispute.won": Dispute
  "dispute.lost": Dispute
  "incident.opened": NewIncident & { id: string }

  "guest.links-created": { email: string; links: { number: number; userId: string; createdAt: Date; path: string }[] }
  "user.registered": Recipient
  /** An account from another shop, which has no password yet */
  "user.invited": { user: Recipient; token: string }
  /** `undo` is the token of a link for the former address */
  "user.email-changed": { user: Recipient; email: string; undo: string }
  "user.email-change-undone": { user: Recipient; email: string }
  "user.password-changed": Recipient
  /** `user` is the member before the change: a role that waited for this takes effect. */
  "user.verified": { user: User }
  /** Reset by the mailbox's owner; `since`: the earliest time of others' access, if known */
  "user.reclaimed": { user: Recipient; since?: Date }
  "user.reset-link-created": { user: Recipient; token: string }
  /** `name` is the passkey's name. */
  "user.factor-added": { user: Recipient; factor: SecondFactor; name?: string }
  "user.factor-removed": { user: Recipient; factor: SecondFactor; name?: string; byOperator?: boolean }
  "user.factor-demanded": { user: Recipient; day: string }
  /** The authenticator's counter has gone backwards, as a copy's would. */
  "user.passkey-suspected": { user: Recipient; name: string }
  "user.recovery-codes-issued": Recipient
  "user.recovery-code-used": { user: Recipient; left: number }
  "staff.signed-in": { user: Actor; factors: readonly SignInFactor[]; sessionId: string }
  "staff.sign-in-refused": { user: Pick<User, "id">; factor: Factor }
  "staff.customer-read": { actor: Actor; id: string }
  /** `filter` omits the search term, which may be a name. */
  "staff.list-exported": { actor: Actor; list: string; rows: number; filter: string }
  "shop.exported": { list: string }
  "audit.pruned": { entries: number; before: Date }
  "invitation.created": InvitationAction
  "invitation.renewed": InvitationAction
  "user.sign-in-link-created": { user: Recipient; token: string }
  "user.verification-link-created": { user: Recipient; token: string }
  /** Signed in with a browser that was new to the account */
  "user.signed-in-on-new-device": {
    user: Recipient
    userAgent: string
    factors: readonly SignInFactor[]
    via?: VerifiedCredentials["via"]
  }
  "user.order-claim-created": { user: Recipient; token: string }
  "user.closed-account": Recipient & Pick<User, "role">
  /** Accounts that staff deleted long ago */
  "user.purged": { id: string }
  "records.purged": { reviews?: number; products?: number; guests?: number }
  "limit.reached": ShopTotal

  "mail.failed": { mail: Selectable<Tables["mails"]>; reason: string }
}

export type EventName = keyof Events
