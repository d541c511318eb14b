import type { Logger } from "pino"
import type { Database } from "~db/database.server"
import type { RateLimits } from "./limits"
import type { Mailer } from "./mail/mailer"
import type { MediaStore } from "./media/media-store"
import type { PaymentGateway } from "./payments/gateway"

/** What shoppers see of the shop's identity, and the origin of every link that leaves it. */
export interface Identity {
  name: string
  email: string
  /** The only origin used in links, mails and redirects, without a trailing slash. */
  url: string
}

/**
 * The shop's books: what a domain function may use inside a transaction. Nothing here waits for another machine than
 * the database, so holding a transaction's connection while talking to Stripe, S3 or SMTP does not compile.
 */
export interface Books {
  readonly db: Database
  readonly log: Logger
  readonly identity: Identity
  now(): Date
}

/** The shop as an explicit bag of capabilities, first argument of every domain function. */
export interface Shop extends Books {
  readonly payments: PaymentGateway
  readonly media: MediaStore
  readonly mailer: Mailer
  readonly limits: RateLimits
  /** Runs `work` on one connection: all of it happens, or nothing. */
  transaction<T>(work: (books: Books) => Promise<T>): Promise<T>
}
