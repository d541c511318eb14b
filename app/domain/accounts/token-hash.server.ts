import { createHash } from "node:crypto"

/** How a secret is stored: readers of the tables cannot use it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
