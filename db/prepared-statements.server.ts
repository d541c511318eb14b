import { type RawBuilder, sql } from "kysely"
import type pg from "pg"

const MARK = "/* planned once */"

/** PostgreSQL plans it once per connection, so it needs a constant text, named columns and one plan for all values. */
export const preparedStatement: RawBuilder<unknown> = sql.raw(MARK)

const names = new Map<string, string>()

export function keepPlans(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const keeping = (first: unknown, ...rest: unknown[]) => {
    if (typeof first !== "string" || !first.includes(MARK)) return query(first, ...rest)
    const [values, ...more] = rest
    return query({ name: nameOf(first), text: first, values }, ...more)
  }
  client.query = keeping as typeof client.query
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `planned_once_${names.size}`
  names.set(text, name)
  return name
}
