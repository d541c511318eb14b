import { createHash, randomBytes } from "node:crypto"

/** A secret of 192 random bits, for cookies and links. */
export function newToken(): string {
  return randomBytes(24).toString("base64url")
}

/** How a secret is stored: readers of the tables cannot use it. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}
