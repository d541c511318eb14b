import { createHash, randomBytes } from "node:crypto"

/** Returns a token of 192 random bits. */
export function newToken(): string {
  return randomBytes(24).toString("base64url")
}

/** Returns a token and the columns that store it until it expires. @param lifetime in milliseconds */
export function newExpiringToken({ now }: { now(): Date }, lifetime: number) {
  const token = newToken()
  return { token, stored: { token_hash: hashToken(token), expires_at: new Date(now().getTime() + lifetime) } }
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}

const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"

/** Returns a code with five random bits per character, without characters that look alike: `k3hd-9x2m`. */
export function newReadableToken(groups: number, length: number): string {
  const newGroup = () => [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("")
  return Array.from({ length: groups }, newGroup).join("-")
}
