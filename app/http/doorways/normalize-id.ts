import { z } from "zod"
import { isObjectId, type ObjectId } from "~/domain/object-id"

/** An id in lower case; empty, which nothing is called, when the text cannot be one. */
export function normalizeId(text: string): ObjectId {
  const id = text.trim().toLowerCase()
  return isObjectId(id) ? id : ""
}

/** An id in a query: one that cannot be is not found, like one that is not there. */
export const NormalizedId = z.string("Please send an id").transform(normalizeId)
