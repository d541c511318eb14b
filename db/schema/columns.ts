import type { ColumnType, JSONColumnType } from "kysely"

/** JSON is written as text. */
export type DefaultJson<T extends object> = JSONColumnType<T, string | undefined>
export type NullableJson<T> = ColumnType<T | null, string | null, string | null>
