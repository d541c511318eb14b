import { z } from "zod"

/** 24 lower-case hex characters */
export type ObjectId = string

export const objectIdPattern = /^[0-9a-f]{24}$/

export function objectId(missing: string) {
  return z
    .string(missing)
    .max(100, { error: "This id is not valid", abort: true })
    .trim()
    .toLowerCase()
    .regex(objectIdPattern, "This id is not valid")
}

export const ObjectId = objectId("This id is not valid")

export function isObjectId(text: string): boolean {
  return objectIdPattern.test(text)
}
