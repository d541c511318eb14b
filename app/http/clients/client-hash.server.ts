import { createHmac } from "node:crypto"
import { siteKey } from "~/domain/accounts/rate-limit-keys.server"

export type ClientHash = (address: string) => string

export function openClientHash([secret = ""]: readonly string[]): ClientHash {
  const key = createHmac("sha256", secret).update("client hash").digest()
  return (address) => createHmac("sha256", key).update(siteKey(address)).digest("base64url").slice(0, 22)
}
