import { createHash, randomBytes } from "node:crypto"

/** Returns 192 random bits. */
export function newToken(): string {
  return randomBytes(24).toString("base64url")
}

export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex")
}

const ALPHABET = "abcdefghijkmnpqrstuvwxyz23456789"

/** Returns five random bits for each character, without characters that look alike: `k3hd-9x2m`. */
export function newReadableToken(groups: number, length: number): string {
  const newGroup = () => [...randomBytes(length)].map((byte) => ALPHABET[byte % ALPHABET.length]).join("")
  return Array.from({ length: groups }, newGroup).join("-")
}
