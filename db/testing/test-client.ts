import pg from "pg"

/** Opens a connection for the duration of `use`. */
export async function withClient<T>(url: string, use: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 })
  client.on("error", () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** Runs one statement and returns the first value. */
export function ask<T = unknown>(url: string, query: string): Promise<T> {
  return withClient(url, async (client) => {
    const { rows } = await client.query({ text: query, rowMode: "array" })
    return rows[0]?.[0]
  })
}

/** Returns the address of another database on the same server. */
export function databaseUrl(url: string, name: string): string {
  return Object.assign(new URL(url), { pathname: name }).href
}
