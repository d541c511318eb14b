import { z } from "zod"
import { objectIdPattern } from "~/domain/object-id"

/** 24 hex characters. */
export const Id = z.string().regex(objectIdPattern)

/** An amount of dollars with at most two decimals. */
export const Dollars = z.number().min(0)

export const Timestamp = z.iso.datetime()

/** Dates as the JSON contract writes them. */
export function toTimestamp(date: Date): string {
  return date.toISOString()
}

/** A date and time, or null when it has not happened. */
export function toTimestampOrNull(date: Date | null): string | null {
  return date ? toTimestamp(date) : null
}
