import { z } from "zod"
import { objectIdPattern } from "~/domain/object-id"

/** 24 hex characters. */
export const Id = z.string().regex(objectIdPattern)

/** An amount of dollars with at most two decimals. */
export const Dollars = z.number().min(0)

export const Moment = z.iso.datetime()

/** Dates as the JSON contract writes them. */
export function moment(date: Date): string {
  return date.toISOString()
}

/** The same for what may not have happened. */
export function maybeMoment(date: Date | null): string | null {
  return date ? moment(date) : null
}
