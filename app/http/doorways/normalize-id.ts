import { z } from "zod"
import { isObjectId, type ObjectId } from "~/domain/object-id"

/** Returns `""` for an invalid id. */
export function normalizeId(text: string): ObjectId {
  const id = text.trim().toLowerCase()
  return isObjectId(id) ? id : ""
}

export const NormalizedId = z.string("Please send an id").transform(normalizeId)
