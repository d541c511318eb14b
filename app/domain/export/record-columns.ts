import type { ValueKind } from "~/domain/records/fields"
import { type Fields, type RecordOf, storedFieldsOf } from "~/domain/records/record"
import { decimal } from "./decimal"

const written: Record<ValueKind, (column: string) => string> = {
  text: (column) => column,
  number: (column) => column,
  thousandths: (column) => `${column} / 1000.0::float8`,
  percent: (column) => `${column} / 10000.0::float8`,
  money: decimal,
  day: (column) => column,
  flag: (column) => `case when ${column} then 'yes' end`,
  list: (column) => `array_to_string(${column}, ',')`,
}

/** The columns of the export that a record declares, in the order of its fields */
export function recordColumns<F extends Fields>({ fields }: Pick<RecordOf<F>, "fields">) {
  return Object.fromEntries(
    storedFieldsOf(fields).flatMap(({ stored, column, field: { kind, about } }) => {
      return about === undefined ? [] : [[stored, [written[kind](column), about] as const]]
    }),
  )
}
