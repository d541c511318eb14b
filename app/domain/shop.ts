import type { Insertable, Transaction } from "kysely"
import type { Logger } from "pino"
import type { CategoryMemory } from "~/domain/catalog/categories/category-memory.server"
import type { DiscountMemory } from "~/domain/discounts/discount-memory.server"
import type { EventName, Events } from "~/domain/events/event"
import type { SecretBox } from "~/domain/factors/secret-box.server"
import type { Mailer } from "~/domain/mail/mailer"
import type { MediaStore } from "~/domain/media/media-store"
import type { RemoteFiles } from "~/domain/media/remote-files"
import type { PaymentGateway } from "~/domain/payments/gateway"
import type { ShopSettings } from "~/domain/settings/settings"
import type { VersionedMemory } from "~/domain/versions/versioned-memory"
import type { Database } from "~db/database.server"
import type { Replicas } from "~db/replicas.server"
import type { Tables } from "~db/schema"
import type { RateLimits } from "./rate-limits"

export interface Identity {
  name: string
  email: string
  /** The only origin in links, mails and redirects, without a trailing slash */
  url: string
}

/** Increases with every change of list content */
export interface CatalogVersion {
  version: number
  /** Increases only when products are added, removed, or change their category */
  inventoryCountVersion: number
  /** Increases when the first units of an option's value arrive, or its last are sold */
  optionsVersion: number
}

/** The origin of a request, for the audit log. The session's id is not secret: its token is. */
export interface RequestOrigin {
  readonly address?: string
  readonly sessionId?: string
  readonly requestId?: string
}

export interface Queryable {
  readonly db: Database
  readonly log: Logger
  readonly identity: Identity
  readonly settings: VersionedMemory<ShopSettings>
  readonly categories: CategoryMemory
  readonly discounts: DiscountMemory
  /** The catalogue's version at the beginning of a read-only request */
  readonly catalog?: CatalogVersion
  readonly owners: readonly string[]
  /** Collects the cache tags of data read for a cached response. */
  readonly noteRead?: (tag: string) => void
  /** Encrypts mails with secret links until they are sent; absent where they can be read in the database */
  readonly mailSeal?: SecretBox
  /** Absent for jobs and commands */
  readonly origin?: RequestOrigin
  now(): Date
}

declare const begun: unique symbol

/** Has no gateway, media store or mailer; `begun` prevents a `Shop` from being passed as a `Tx`. */
export interface Tx extends Queryable {
  readonly db: Transaction<Tables>
  /** These are injected, because they import every room of the domain. */
  readonly subscribers: readonly Subscriber[]
  /** Collects entries for the audit log; absent if each is written at once */
  readonly auditRows?: AuditRow[]
  readonly [begun]: true
}

export type AuditRow = Insertable<Tables["audit_log"]>

export type Subscriber = { [Name in EventName]?: (tx: Tx, event: Events[Name]) => Promise<void> }

export interface Shop extends Queryable {
  readonly payments: PaymentGateway
  readonly media: MediaStore
  readonly mailer: Mailer
  readonly remoteFiles: RemoteFiles
  readonly limits: RateLimits
  readonly secrets: SecretBox
  readonly replicas?: Pick<Replicas, "read">
  /** Retries after a collision with another transaction. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>
}
