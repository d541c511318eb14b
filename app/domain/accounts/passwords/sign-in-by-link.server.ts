import type { Shop, Tx } from "~/domain/shop"
import { endSignIns } from "../sessions/end-access.server"
import { hashToken } from "../token-hash.server"
import { getActiveUser, lockUser } from "../user-row.server"
import { verifyMailbox } from "../verification/verify-email.server"
import { findLinkOwner } from "./mailed-links.server"
import type { VerifiedCredentials } from "./verified-credentials"

/**
 * Works once per link, even concurrently. Verifies the address of an account without a password, because no one else
 * can have chosen one. @throws ShopError `invalid`
 */
export async function takeSignInLink(shop: Shop, token: string): Promise<VerifiedCredentials> {
  return shop.transaction(async (tx) => {
    const { id } = await findLinkOwner(tx, "sign-in", token)
    await lockUser(tx, id)
    await findLinkOwner(tx, "sign-in", token)
    await tx.db.deleteFrom("sign_in_links").where("token_hash", "=", hashToken(token)).execute()
    const users = tx.db.selectFrom("users").select("password_hash as passwordHash").where("id", "=", id)
    const { passwordHash } = await users.executeTakeFirstOrThrow()
    if (passwordHash === "") await claimAccount(tx, id)
    return { userId: id, passwordHash, factors: ["link"] }
  })
}

/** Keeps mailed links, so that an invitation to choose a password stays valid. */
async function claimAccount(tx: Tx, userId: string): Promise<void> {
  const user = await getActiveUser(tx, userId)
  if (user.isVerified) return
  await endSignIns(tx, userId)
  await verifyMailbox(tx, user)
}
