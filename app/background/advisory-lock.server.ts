import type pg from "pg"

/** Returns false if another process holds the lock, which is released with its connection. */
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
      // Closing the connection releases a lock whose own release failed.
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
