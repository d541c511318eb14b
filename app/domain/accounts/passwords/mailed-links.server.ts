import { DAY, MINUTE } from "~/domain/durations"
import { emit } from "~/domain/events/emit.server"
import { addJob } from "~/domain/jobs/jobs.server"
import { hasMailLeft } from "~/domain/mail/mail-bounds.server"
import { isWithin, type RateLimitRule } from "~/domain/rate-limits"
import type { Queryable, Shop, Tx } from "~/domain/shop"
import { invalid } from "~/domain/shop-error"
import { accountLimits } from "../account-limits"
import { accountKey, accountLogId, consumeFrom, siteKey } from "../rate-limit-keys.server"
import { hashToken, newExpiringToken } from "../token-hash.server"
import type { User } from "../user"
import { ownsEmail } from "../user-row.server"

/** The purposes of links that open a mailbox's account */
type MailedLink = "password-reset" | "sign-in" | "verification"

export const linkMinutes: Record<MailedLink, number> = {
  "password-reset": 30,
  "sign-in": 10,
  verification: 24 * 60,
}

interface LinkKind {
  table: "password_resets" | "sign_in_links" | "email_verifications"
  job: "send-reset-link" | "send-sign-in-link" | "send-verification-link"
  event: "user.reset-link-created" | "user.sign-in-link-created" | "user.verification-link-created"
  mailKind: "password-reset" | "sign-in-link" | "email-verification"
  /** Requests beyond these limits are refused. */
  requests: RateLimitRule[]
  /** No mail is sent beyond these limits, and the response is the same. */
  mailsFromAddress: RateLimitRule
  mails: RateLimitRule
  /** Whether a new link ends the earlier one. If not, someone else's request cannot end the owner's link. */
  endsEarlier: boolean
  logMessage: string
  refusal: string
}

const kinds: Record<MailedLink, LinkKind> = {
  "password-reset": {
    table: "password_resets",
    job: "send-reset-link",
    event: "user.reset-link-created",
    mailKind: "password-reset",
    requests: [accountLimits.forgotOfAccountFromAddress],
    mailsFromAddress: accountLimits.resetMailsFromAddress,
    mails: accountLimits.resetMails,
    endsEarlier: true,
    logMessage: "password reset requested",
    refusal: "Token invalid or expired",
  },
  "sign-in": {
    table: "sign_in_links",
    job: "send-sign-in-link",
    event: "user.sign-in-link-created",
    mailKind: "sign-in-link",
    requests: [],
    mailsFromAddress: accountLimits.signInLinksFromAddress,
    mails: accountLimits.signInLinks,
    endsEarlier: false,
    logMessage: "sign-in link requested",
    refusal: "This link has expired",
  },
  verification: {
    table: "email_verifications",
    job: "send-verification-link",
    event: "user.verification-link-created",
    mailKind: "email-verification",
    requests: [accountLimits.forgotOfAccountFromAddress],
    mailsFromAddress: accountLimits.verificationMailsFromAddress,
    mails: accountLimits.verificationMails,
    endsEarlier: false,
    logMessage: "link to verify an address requested",
    refusal: "This link has expired",
  },
}

/** Neither the response nor its time reveals whether the address has an account. @throws ShopError `tooMany` */
export async function requestLink(shop: Shop, link: MailedLink, email: string, address: string): Promise<void> {
  const { requests, mailsFromAddress, mails, job, logMessage } = kinds[link]
  const [account, site] = [accountKey(email), siteKey(address)]
  await consumeFrom(shop.limits, address, accountLimits.forgotFromAddress)
  for (const rule of requests) await shop.limits.consume(rule, `${account} ${site}`)
  const isSent =
    (await isWithin(shop.limits, mailsFromAddress, `${account} ${site}`)) &&
    (await isWithin(shop.limits, mails, account))
  shop.log.info({ account: accountLogId(email), isSent }, logMessage)
  if (isSent) await addJob(shop, job, { email })
}

/** Sends nothing to an address without an account. */
export async function sendLink(shop: Shop, link: MailedLink, email: string): Promise<void> {
  await shop.transaction(async (tx) => {
    const user = await tx.db
      .selectFrom("users")
      .select(["id", "name", "email"])
      .where(ownsEmail(email))
      .forNoKeyUpdate()
      .executeTakeFirst()
    if (user) await mailLink(tx, link, user)
  })
}

export async function mailLink(tx: Tx, link: MailedLink, user: Pick<User, "id" | "name" | "email">): Promise<void> {
  const { table, event, mailKind, endsEarlier } = kinds[link]
  // This runs before the earlier link ends, because a link that is not mailed must not replace one that was.
  if (!(await hasMailLeft(tx, user.email, mailKind))) return
  if (endsEarlier) await tx.db.deleteFrom(table).where("user_id", "=", user.id).execute()
  const { token, stored } = newExpiringToken(tx, linkMinutes[link] * MINUTE)
  await tx.db
    .insertInto(table)
    .values({ ...stored, user_id: user.id })
    .execute()
  await emit(tx, event, { user, token })
}

export const ACCOUNT_INVITATION_DAYS = 14

/** Mails a link that chooses the first password of an imported account. */
export async function inviteToAccount(tx: Tx, user: Pick<User, "id" | "name" | "email">): Promise<void> {
  const { token, stored } = newExpiringToken(tx, ACCOUNT_INVITATION_DAYS * DAY)
  await tx.db
    .insertInto("password_resets")
    .values({ ...stored, user_id: user.id })
    .execute()
  await emit(tx, "user.invited", { user, token })
}

/** @throws ShopError `invalid` for a used, expired or unknown link */
export async function findLinkOwner(
  shop: Queryable,
  link: MailedLink,
  token: string,
): Promise<Pick<User, "id" | "name" | "email">> {
  const { table, refusal } = kinds[link]
  return shop.db
    .selectFrom([table, "users"])
    .select(["users.id", "users.name", "users.email"])
    .whereRef("users.id", "=", "user_id")
    .where("token_hash", "=", hashToken(token))
    .where("expires_at", ">", shop.now())
    .where("users.deleted_at", "is", null)
    .executeTakeFirstOrThrow(() => invalid(refusal))
}

export async function revokeMailedLinks(tx: Tx, userId: string): Promise<void> {
  for (const { table } of Object.values(kinds)) await tx.db.deleteFrom(table).where("user_id", "=", userId).execute()
}
