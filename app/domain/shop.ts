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

export interface Identity {
  name: string
  email: string
  /** The only origin used in links, mails and redirects, without a trailing slash. */
  url: string
}

/** A shop or a transaction, for what reads, or writes with one statement. */
export interface Queryable {
  readonly db: Database
  readonly log: Logger
  readonly identity: Identity
  readonly settings: SettingsMemory
  /** The catalogue's version as of the beginning of a request that only reads. */
  readonly catalog?: CatalogVersion
  /** Recipients of notifications about orders and incidents. */
  readonly owners: readonly string[]
  /** Collects the cache tags of what is read, where a response is rendered to be kept. */
  readonly noteRead?: (tag: string) => void
  now(): Date
}

declare const begun: unique symbol

/**
 * A running transaction, made by `Shop.transaction` alone. It has no gateway, media store or mailer, and is no `Shop`; a
 * `Shop` is no `Tx`, so what belongs into its caller's transaction cannot be called outside of one.
 */
export interface Tx extends Queryable {
  readonly db: Transaction<Tables>
  /** What follows from events, which `emit` runs. Handed in, because it knows every room of the domain. */
  readonly subscribers: readonly Subscriber[]
  readonly [begun]: true
}

/** The first argument of every domain function. */
export interface Shop extends Queryable {
  readonly payments: PaymentGateway
  readonly media: MediaStore
  readonly mailer: Mailer
  readonly limits: RateLimits
  readonly roles: Roles
  /** Only for `readCatalog`. */
  readonly replicas?: Pick<Replicas, "read">
  /** Runs `work` in one transaction, and again if it collided with another one. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
