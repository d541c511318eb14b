import { type RawBuilder, sql } from "kysely"

/** Sorts texts as a dictionary does: Äpfel before Zebra, in any case. */
export function inDictionaryOrder(text: RawBuilder<unknown>): RawBuilder<string> {
  return sql`(sort_name(${text}) collate dictionary)`
}
