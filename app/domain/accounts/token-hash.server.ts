import { createHash, randomBytes } from "node:crypto"

/** Returns 192 random bits. */
export function newToken(): string {
  return randomBytes(24).toString("base64url")
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}

/** Returns five random bits for each character, without characters that look alike: `k3hd-9x2m`. */
export function newReadableToken(length: number, group: number): string {
  const alphabet = "abcdefghijkmnpqrstuvwxyz23456789"
  const characters = [...randomBytes(length)].map((byte) => alphabet[byte % 32]).join("")
  return characters.replace(new RegExp(`.{${group}}(?=.)`, "g"), "$&-")
}
