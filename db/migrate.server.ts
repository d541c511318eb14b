import { runMigrations as migrateJobQueue } from "graphile-worker"
import { type Migration, Migrator, sql } from "kysely"
import { openDatabase, openPool } from "./database.server"

const files = import.meta.glob<string>("./migrations/*.sql", { query: "?raw", import: "default", eager: true })

/**
 * Brings a database to the newest schema, the job queue's included. Kysely holds an advisory lock meanwhile, so any
 * number of processes may call this at once on an empty database.
 * @throws the first migration's error, naming its file
 */
export async function migrate(url: string): Promise<void> {
  const pool = openPool({ url, max: 2, statementTimeout: 0 })
  const db = openDatabase(pool)
  try {
    const migrator = new Migrator({ db, provider: { getMigrations: async () => migrations() } })
    const { error, results } = await migrator.migrateToLatest()
    if (error) {
      const failed = results?.find((result) => result.status === "Error")
      throw new Error(`Migration ${failed?.migrationName ?? ""} failed: ${(error as Error).message}`, { cause: error })
    }
    await migrateJobQueue({ connectionString: url })
  } finally {
    await db.destroy()
  }
}

function migrations(): Record<string, Migration> {
  return Object.fromEntries(
    Object.entries(files).map(([path, text]) => {
      const name = path.replace(/^.*\//, "").replace(/\.sql$/, "")
      return [name, { up: async (db) => void (await sql.raw(text).execute(db)) }]
    }),
  )
}
