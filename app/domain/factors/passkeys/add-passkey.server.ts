import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/server"
import type { Member } from "~/domain/accounts/actor"
import { requireProof } from "~/domain/accounts/proof"
import { newObjectId } from "~/domain/object-id.server"
import type { Queryable, Shop } from "~/domain/shop"
import { conflict, invalid } from "~/domain/shop-error"
import { type AddedFactor, addFactor } from "../second-factors.server"
import { newChallenge, relyingPartyOf, takeChallenge } from "./challenges.server"
import { readAttestation, unusable } from "./credential.server"
import { MAX_PASSKEYS } from "./passkey"
import type { NewPasskeyForm } from "./passkey-form"

/** ES256, EdDSA and RS256: every authenticator has one of them. */
const ALGORITHMS = [-7, -8, -257]

/** Discoverable and with user verification, so that it replaces password and code together. @throws ShopError `tooMany` */
export async function openPasskeySetup(shop: Shop, member: Member, address: string) {
  requireProof(shop, member, "factors.change")
  const { generateRegistrationOptions } = await import("@simplewebauthn/server")
  const challenge = await newChallenge(shop, member.id, address)
  const options: Omit<PublicKeyCredentialCreationOptionsJSON, "extensions"> = await generateRegistrationOptions({
    rpName: shop.identity.name,
    rpID: relyingPartyOf(shop.identity).expectedRPID,
    userID: new Uint8Array(Buffer.from(member.id)),
    userName: member.email,
    userDisplayName: member.name,
    challenge: new Uint8Array(Buffer.from(challenge, "base64url")),
    excludeCredentials: await credentialsOf(shop, member.id),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
    supportedAlgorithmIDs: ALGORITHMS,
  })
  return { challenge, options }
}

/** Returns the stronger proof for a new session. @throws ShopError `invalid`, `badCredentials`, `conflict` */
export async function addPasskey(
  shop: Shop,
  member: Member,
  challenge: string,
  { name, credential }: NewPasskeyForm,
): Promise<AddedFactor> {
  requireProof(shop, member, "factors.change")
  await takeChallenge(shop, challenge, member.id)
  const passkey = await verifyAttestation(shop, challenge, credential)
  return addFactor(shop, member, { factor: "passkey", name }, async (tx) => {
    if ((await credentialsOf(tx, member.id)).length >= MAX_PASSKEYS)
      throw invalid(`You already have ${MAX_PASSKEYS} passkeys. Remove one that you no longer use.`)
    const added = await tx.db
      .insertInto("passkeys")
      .values({ ...passkey, id: newObjectId(tx.now()), user_id: member.id, name, created_at: tx.now() })
      .onConflict((conflict) => conflict.column("credential_id").doNothing())
      .returning("id")
      .executeTakeFirst()
    if (!added) throw conflict("This passkey is already set up")
  })
}

async function verifyAttestation(shop: Shop, challenge: string, json: string) {
  const response = readAttestation(json)
  try {
    const [{ verifyRegistrationResponse }, { decodeAttestationObject }] = await Promise.all([
      import("@simplewebauthn/server"),
      import("@simplewebauthn/server/helpers"),
    ])
    const attestation = decodeAttestationObject(Buffer.from(response.response.attestationObject, "base64url"))
    // Browsers send no certificates, since none are wanted; checking them would fetch the addresses in them.
    const isSigned = attestation.get("fmt") === "packed" && attestation.get("attStmt").get("x5c") === undefined
    if (attestation.get("fmt") !== "none" && !isSigned) throw unusable()
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      ...relyingPartyOf(shop.identity),
      requireUserVerification: true,
      supportedAlgorithmIDs: ALGORITHMS,
    })
    if (!registrationInfo) throw unusable()
    const { id, publicKey, counter } = registrationInfo.credential
    return {
      credential_id: id,
      public_key: Buffer.from(publicKey),
      sign_counter: counter,
      transports: response.response.transports,
    }
  } catch (error) {
    shop.log.info({ err: error }, "a new passkey was refused")
    throw unusable()
  }
}

async function credentialsOf({ db }: Queryable, userId: string) {
  return db.selectFrom("passkeys").select(["credential_id as id", "transports"]).where("user_id", "=", userId).execute()
}
