import type { Transaction } from "kysely"
import type { Logger } from "pino"
import type { Database } from "~db/database.server"
import type { Replicas } from "~db/replicas.server"
import type { Tables } from "~db/schema"
import type { Roles } from "./accounts/permission"
import type { Subscriber } from "./events/event"
import type { Mailer } from "./mail/mailer"
import type { MediaStore } from "./media/media-store"
import type { PaymentGateway } from "./payments/gateway"
import type { RateLimits } from "./rate-limits"
import type { SettingsMemory } from "./settings/settings-memory.server"
import type { CatalogVersion } from "./versions.server"

/** What shoppers see of the shop's identity, and the origin of every link that leaves it. */
export interface Identity {
  name: string
  email: string
  /** The only origin used in links, mails and redirects, without a trailing slash. */
  url: string
}

/** What can be asked of the database inside a transaction or outside of one: each statement by itself, or as one of the transaction's. */
export interface Queryable {
  readonly db: Database
  readonly log: Logger
  readonly identity: Identity
  /** What administrators have said of the shop, beside its identity. */
  readonly settings: SettingsMemory
  /** The catalogue's version as of the beginning of a request that only reads. */
  readonly catalog?: CatalogVersion
  /** The addresses that hear of orders and of what needs attention; shoppers see only the identity's. */
  readonly owners: readonly string[]
  /** Collects the cache tags of what is read, where a response is rendered to be kept. */
  readonly noteRead?: (tag: string) => void
  now(): Date
}

declare const begun: unique symbol

/**
 * A transaction under way, made by `Shop.transaction` alone. A `Tx` is no `Shop`: nothing of it waits for another machine
 * than the database, so talking to Stripe, S3 or SMTP while holding its connection does not compile. And a `Shop` is no
 * `Tx`: what has to happen together with its caller's work cannot be called outside of a transaction.
 */
export interface Tx extends Queryable {
  readonly db: Transaction<Tables>
  /** What follows from events, which `emit` runs. Handed in, because it knows every room of the domain. */
  readonly subscribers: readonly Subscriber[]
  readonly [begun]: true
}

/** The shop as an explicit bag of capabilities, first argument of every domain function. */
export interface Shop extends Queryable {
  readonly payments: PaymentGateway
  readonly media: MediaStore
  readonly mailer: Mailer
  readonly limits: RateLimits
  /** What each role permits. */
  readonly roles: Roles
  /** Replicas of the database, which `readCatalog` alone asks; absent where there are none. */
  readonly replicas?: Pick<Replicas, "read">
  /** Runs `work` in one transaction: all of it happens, or nothing. `work` is run again when it collided with another one. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
