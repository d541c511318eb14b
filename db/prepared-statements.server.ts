import { type CompiledQuery, type Kysely, type RawBuilder, sql } from "kysely"
import type pg from "pg"
import type { Tables } from "./schema"

/** PostgreSQL plans it once per connection, so it needs a constant text, named columns and one plan for all values. */
export const PLANNED_ONCE = "/* planned once */"

export const preparedStatement: RawBuilder<unknown> = sql.raw(PLANNED_ONCE)

const names = new Map<string, string>()

export function keepPlans(client: pg.ClientBase): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  const keeping = (first: unknown, ...rest: unknown[]) => {
    if (typeof first !== "string" || !first.includes(PLANNED_ONCE)) return query(first, ...rest)
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

type Database = Kysely<Tables>

interface Compilable<Row> {
  compile(): CompiledQuery<Row>
}

/** Stands for a value until the query runs. */
class Place {
  constructor(readonly name: PropertyKey) {}
}

/**
 * Compiles a query at its first run, because that takes longer than sending it. Its text must be the same for all
 * values.
 */
export function compileOnce<Values extends object, Row>(
  build: (db: Database, values: Values) => Compilable<Row>,
): (db: Database, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db, new Proxy({} as Values, { get: (_, name) => new Place(name) })).compile()
    const parameters = compiled.parameters.map((value) =>
      value instanceof Place ? values[value.name as keyof Values] : value,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}
