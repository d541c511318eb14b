const AS_DECIMAL = "'FM999999999990.00')"

/** The SQL of a sum of money with two decimals */
export const decimal = (column: string) => `to_char(${column} / 100.0, ${AS_DECIMAL}`

/** Whether the SQL of a column writes a sum of money. */
export const isDecimal = (sql: string) => sql.endsWith(AS_DECIMAL)
