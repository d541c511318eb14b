import { z } from "zod"

/** 24 lower-case hex characters. */
export type ObjectId = string

export const objectIdPattern = /^[0-9a-f]{24}$/

/** An id as a form or a path carries it; upper case is forgiven. */
export const ObjectIdField = z.string().trim().toLowerCase().regex(objectIdPattern, "This id is not valid")

export function isObjectId(text: string): boolean {
  return objectIdPattern.test(text)
}
