import { randomBytes } from "node:crypto"
import type { ObjectId } from "./object-id"

export function newObjectId(now: Date): ObjectId {
  const seconds = Math.floor(now.getTime() / 1000) >>> 0
  return seconds.toString(16).padStart(8, "0") + randomBytes(8).toString("hex")
}
