import type pg from "pg"

/**
 * Does `work` unless another process is at it under the same name, and answers whether it did. PostgreSQL gives the lock
 * back when the connection ends, so a process that is killed holds no other up.
 */
export async function withAdvisoryLock(pool: pg.Pool, name: string, work: () => Promise<unknown>): Promise<boolean> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    const taken = await client.query<{ taken: boolean }>(
      "select pg_try_advisory_lock(hashtext('background'), hashtext($1)) as taken",
      [name],
    )
    if (!taken.rows[0]?.taken) return false
    try {
      await work()
      return true
    } finally {
      // A connection whose lock could not be given back is closed, which gives it back as well.
      await client
        .query("select pg_advisory_unlock(hashtext('background'), hashtext($1))", [name])
        .catch((error: Error) => {
          broken = error
        })
    }
  } finally {
    client.release(broken)
  }
}
