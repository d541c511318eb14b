import { codeText } from "~/domain/text/code-text"
import { ifValid } from "./form-rules"

/** 24 lower-case hex characters */
export type ObjectId = string

export const objectIdPattern = /^[0-9a-f]{24}$/

export function objectId(missing: string) {
  return codeText(100, missing, "This id is not valid")
    .toLowerCase()
    .regex(objectIdPattern, { error: "This id is not valid", ...ifValid })
}

export const ObjectId = objectId("This id is not valid")

export function isObjectId(text: string): boolean {
  return objectIdPattern.test(text)
}
