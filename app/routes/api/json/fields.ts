import { z } from "zod"
import { objectIdPattern } from "~/domain/object-id"

export const Id = z.string().regex(objectIdPattern)

/** An amount of dollars with at most two decimals. */
export const Dollars = z.number().min(0)

export const Timestamp = z.iso.datetime()

export function toTimestamp(date: Date): string {
  return date.toISOString()
}

export function toTimestampOrNull(date: Date | null): string | null {
  return date ? toTimestamp(date) : null
}
