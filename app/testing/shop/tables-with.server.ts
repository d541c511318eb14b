import type pg from "pg"

/** Finds all tables, including the job queue's, that contain a word in any case. */
export async function tablesWith(pool: pg.Pool, words: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`select format('%I.%I', table_schema, table_name) as name
    from information_schema.tables where table_schema in ('public', 'graphile_worker') and table_type = 'BASE TABLE'`)
  const found: string[] = []
  for (const { name } of rows) {
    const patterns = words.map((word) => `%${word}%`)
    const { rowCount } = await pool.query(`select from ${name} t where t::text ilike any($1) limit 1`, [patterns])
    if (rowCount) found.push(name.replace("public.", ""))
  }
  return found.sort()
}
