import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server"
import type { Member } from "~/domain/accounts/actor"
import type { VerifiedCredentials } from "~/domain/accounts/passwords/verified-credentials"
import { emitRefusedSignIn } from "~/domain/accounts/sessions/emit-refused-sign-in.server"
import { activeUsers } from "~/domain/accounts/user-row.server"
import { emit } from "~/domain/events/emit.server"
import type { Shop } from "~/domain/shop"
import { newChallenge, relyingPartyOf, takeChallenge } from "./challenges.server"
import { readAssertion, unusable } from "./credential.server"

/** Names no account: the browser offers its own passkeys. @throws ShopError `tooMany` */
export async function openPasskeyProof(shop: Shop, address: string) {
  const { generateAuthenticationOptions } = await import("@simplewebauthn/server")
  const challenge = await newChallenge(shop, null, address)
  const options: Omit<PublicKeyCredentialRequestOptionsJSON, "extensions"> = await generateAuthenticationOptions({
    rpID: relyingPartyOf(shop.identity).expectedRPID,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    userVerification: "required",
  })
  return { challenge, options }
}

/**
 * Returns the proof for a new session.
 * @param member the owner that the passkey must have, if they are signed in
 * @throws ShopError `invalid` if the challenge was used or has expired, `badCredentials`
 */
export async function proveByPasskey(
  shop: Shop,
  challenge: string,
  json: string,
  member: Pick<Member, "id"> | null,
): Promise<VerifiedCredentials> {
  await takeChallenge(shop, challenge, null)
  const assertion = readAssertion(json)
  const owned = await findOwned(shop, assertion.id)
  if (!owned) throw unusable("This passkey is not known here, or it has been removed")
  if (member && member.id !== owned.user.id) throw unusable("This passkey belongs to another account")
  const counter = await verifyAssertion(shop, challenge, assertion, owned)
  await countUse(shop, owned, counter)
  return { userId: owned.user.id, passwordHash: owned.passwordHash, factors: ["passkey"] }
}

type Owned = NonNullable<Awaited<ReturnType<typeof findOwned>>>

async function findOwned(shop: Shop, credentialId: string) {
  const row = await activeUsers(shop)
    .innerJoin("passkeys", "passkeys.user_id", "users.id")
    .select(["passkeys.id", "passkeys.name as passkeyName", "public_key as publicKey"])
    .select(["users.id as userId", "users.name", "users.email", "role", "password_hash as passwordHash"])
    .where("credential_id", "=", credentialId)
    .executeTakeFirst()
  if (!row) return null
  const { userId, name, email, role, ...passkey } = row
  return { ...passkey, user: { id: userId, name, email, role } }
}

/** Returns the authenticator's counter. */
async function verifyAssertion(
  shop: Shop,
  challenge: string,
  response: ReturnType<typeof readAssertion>,
  { publicKey, user }: Owned,
): Promise<number> {
  const { userHandle } = response.response
  try {
    if (userHandle && Buffer.from(userHandle, "base64url").toString() !== user.id) throw unusable()
    const { verifyAuthenticationResponse } = await import("@simplewebauthn/server")
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge,
      ...relyingPartyOf(shop.identity),
      requireUserVerification: true,
      // The update itself compares the counter.
      credential: { id: response.id, publicKey: new Uint8Array(publicKey), counter: 0 },
    })
    if (!verified) throw unusable()
    return authenticationInfo.newCounter
  } catch (error) {
    shop.log.info({ err: error, userId: user.id }, "sign-in refused: wrong passkey")
    await emitRefusedSignIn(shop, user, "passkey")
    throw unusable()
  }
}

/** A counter that does not increase may be a copy's. */
async function countUse(shop: Shop, { id, passkeyName, user }: Owned, counter: number): Promise<void> {
  const { numUpdatedRows } = await shop.db
    .updateTable("passkeys")
    .set({ sign_counter: counter, last_used_at: shop.now() })
    .where("id", "=", id)
    .where(({ eb, and, or }) =>
      or([eb("sign_counter", "<", `${counter}`), and([eb("sign_counter", "=", "0"), eb.lit(counter === 0)])]),
    )
    .executeTakeFirst()
  if (numUpdatedRows > 0n) return
  shop.log.warn({ userId: user.id }, "sign-in refused: a passkey may have been copied")
  await shop.transaction((tx) => emit(tx, "user.passkey-suspected", { user, name: passkeyName }))
  throw unusable("This passkey may have been copied. Please sign in another way, and remove it.")
}
