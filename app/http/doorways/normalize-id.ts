import { z } from "zod"
import { isObjectId, type ObjectId } from "~/domain/object-id"
import { cleanCode } from "~/domain/text/clean-code"

/** Returns `""` for an invalid id. */
export function normalizeId(text: string): ObjectId {
  const id = cleanCode(text.slice(0, 200)).toLowerCase()
  return isObjectId(id) ? id : ""
}

export const NormalizedId = z.string("Please send an id").transform(normalizeId)
