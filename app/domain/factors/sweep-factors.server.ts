import type { Shop } from "~/domain/shop"
import { renewEncryption } from "./authenticator-app.server"
import { sweepChallenges } from "./passkeys/challenges.server"

export async function sweepFactors(shop: Shop): Promise<void> {
  await sweepChallenges(shop)
  await renewEncryption(shop)
}
