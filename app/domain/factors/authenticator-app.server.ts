import type { Member } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import type { User } from "~/domain/accounts/user"
import type { Queryable, Shop } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { plainCode } from "./plain-code"
import { type AddedFactor, addFactor } from "./second-factors.server"
import type { SecretBox } from "./secret-box.server"

export interface AppSetup {
  /** The secret in base 32, for apps without a camera */
  secret: string
  uri: string
  /** The encrypted secret, which is sent back with the first code */
  setup: string
}

type AppOwner = Pick<User, "id" | "email" | "proof">

/** RFC 6238 recommends 20 bytes for SHA-1, the only algorithm that every app has. */
const SECRET_SIZE = 20
const STEP_SECONDS = 30

/** Stores nothing: the secret is stored with its first code. */
export async function openAppSetup(shop: Shop, user: AppOwner): Promise<AppSetup> {
  requireProof(shop, user, "factors.change")
  const { Secret } = await import("otpauth")
  const secret = new Secret({ size: SECRET_SIZE }).base32
  return describeSetup(shop, user, shop.secrets.encrypt(secret, user.id), secret)
}

/** Returns null if the setup belongs to another account, or to a secret that is no longer listed. */
export async function readAppSetup(shop: Shop, user: AppOwner, setup: string): Promise<AppSetup | null> {
  const secret = shop.secrets.decrypt(setup, user.id)
  return secret === null ? null : describeSetup(shop, user, setup, secret)
}

async function describeSetup(
  { identity }: Shop,
  { email }: AppOwner,
  setup: string,
  secret: string,
): Promise<AppSetup> {
  const { TOTP } = await import("otpauth")
  return { secret, setup, uri: new TOTP({ issuer: identity.name, label: email, secret }).toString() }
}

/** Returns the stronger proof for a new session. @throws ShopError `invalid` for a wrong code, `conflict` */
export async function confirmApp(
  shop: Shop,
  member: Member,
  { setup, code }: { setup: string; code: string },
): Promise<AddedFactor> {
  requireProof(shop, member, "factors.change")
  const secret = shop.secrets.decrypt(setup, member.id)
  if (secret === null) throw invalid("Please load this page again, and scan the new code")
  const step = await stepOf(secret, plainCode(code), shop.now())
  if (step === null) throw invalid("This is not the current code of your app", "code")
  return addFactor(shop, member, { factor: "totp" }, async (tx) => {
    const added = await tx.db
      .insertInto("authenticator_apps")
      .values({ user_id: member.id, secret: setup, last_step: step, created_at: tx.now() })
      .onConflict((conflict) => conflict.doNothing())
      .returning("user_id")
      .executeTakeFirst()
    if (!added) throw conflict("An authenticator app is already set up")
  })
}

/** Accepts each code once, even concurrently. */
export async function acceptTotp(
  shop: Queryable & { secrets: SecretBox },
  userId: string,
  code: string,
): Promise<boolean> {
  const app = await shop.db
    .selectFrom("authenticator_apps")
    .select("secret")
    .where("user_id", "=", userId)
    .executeTakeFirst()
  const secret = app && shop.secrets.decrypt(app.secret, userId)
  const step = secret ? await stepOf(secret, code, shop.now()) : null
  if (step === null) return false
  const accepted = await shop.db
    .updateTable("authenticator_apps")
    .set({ last_step: step })
    .where("user_id", "=", userId)
    .where("last_step", "<", step)
    .executeTakeFirst()
  return accepted.numUpdatedRows > 0n
}

/** Returns the 30-second step of a code: the current, previous or next one. */
async function stepOf(secret: string, code: string, now: Date): Promise<number | null> {
  const { TOTP } = await import("otpauth")
  const delta = new TOTP({ secret }).validate({ token: code, timestamp: now.getTime(), window: 1 })
  return delta === null ? null : Math.floor(now.getTime() / 1000 / STEP_SECONDS) + delta
}

/** Encrypts secrets again with the first key if an earlier one encrypted them. */
export async function renewEncryption({ db, secrets }: Shop): Promise<void> {
  const earlier = await db
    .selectFrom("authenticator_apps")
    .select(["user_id as userId", "secret"])
    .where("secret", "not like", `${secrets.keyName}.%`)
    .limit(1_000)
    .execute()
  for (const { userId, secret } of earlier) {
    const text = secrets.decrypt(secret, userId)
    if (text === null) continue
    const renewed = secrets.encrypt(text, userId)
    await db
      .updateTable("authenticator_apps")
      .set({ secret: renewed })
      .where("user_id", "=", userId)
      .where("secret", "=", secret)
      .execute()
  }
}
