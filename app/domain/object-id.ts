import { z } from "zod"

/** 24 lower-case hex characters */
export type ObjectId = string

export const objectIdPattern = /^[0-9a-f]{24}$/

export const ObjectId = z
  .string("This id is not valid")
  .max(100, { error: "This id is not valid", abort: true })
  .trim()
  .toLowerCase()
  .regex(objectIdPattern, "This id is not valid")

export function isObjectId(text: string): boolean {
  return objectIdPattern.test(text)
}
