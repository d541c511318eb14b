import { type Fields, type RecordOf, storedFieldsOf } from "./record"

/** Returns the arguments of `json_build_object` that give the stored values of a row their names. */
export function jsonPairs<F extends Fields>({ fields }: Pick<RecordOf<F>, "fields">, table: string): string {
  return storedFieldsOf(fields)
    .map(({ stored, column }) => `'${stored}', ${table}.${column}`)
    .join(", ")
}

/** Returns the columns of a statement that give the stored values of a row their names. */
export function namedColumns<F extends Fields>({ fields }: Pick<RecordOf<F>, "fields">, table: string): string {
  return storedFieldsOf(fields)
    .map(({ stored, column }) => `${table}.${column} as "${stored}"`)
    .join(", ")
}
