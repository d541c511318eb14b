import { createInterface } from "node:readline"
import { openEmbeddedPostgres } from "../embedded-postgres"

/** A minimal program that uses a database */
const say = (answer: object) => process.stdout.write(`${JSON.stringify(answer)}\n`)

try {
  const server = await openEmbeddedPostgres({
    folder: process.argv[2] ?? "",
    settings: { fsync: "off" },
    onProgress: (progress) => say({ progress }),
  })
  say({ url: server.url })
  for await (const command of createInterface({ input: process.stdin })) {
    if (command === "exit") process.exit(0)
    if (command === "stop") await server.stop()
    if (command === "end in order") process.once("SIGTERM", () => setTimeout(() => process.exit(7), 300))
    say({ done: command })
  }
  process.exit(0)
} catch (error) {
  say({ error: String(error) })
}
