import { randomBytes } from "node:crypto"
import type { ObjectId } from "./object-id"

let latest = 0
let sequence = 0

/** Ids of one process sort in the order of creation, up to 65,536 in a second; the rest is random. */
export function newObjectId(now: Date): ObjectId {
  const seconds = Math.floor(now.getTime() / 1000) >>> 0
  sequence = seconds > latest ? 0 : (sequence + 1) % 0x10000
  latest = Math.max(latest, seconds)
  return hex(seconds, 8) + hex(sequence, 4) + randomBytes(6).toString("hex")
}

function hex(number: number, digits: number): string {
  return number.toString(16).padStart(digits, "0")
}
