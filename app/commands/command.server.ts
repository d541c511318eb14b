import { parseSettings, SettingsError } from "~/settings.server"

type Command = { main(args: string[]): Promise<void> }

/** The commands beside the server: `npm run <name> -- <arguments>`. */
const commands: Record<string, () => Promise<Command>> = {
  admin: () => import("./admin.server"),
  bench: () => import("./bench.server"),
  media: () => import("./media.server"),
  migrate: () => import("./migrate.server"),
  reconcile: () => import("./reconcile.server"),
  seed: () => import("./seed.server"),
}

const [name = "", ...args] = process.argv.slice(2)
const load = commands[name]
if (!load) {
  console.error(`There is no command "${name}". Known: ${Object.keys(commands).join(", ")}`)
  process.exit(1)
}
try {
  parseSettings(process.env)
  await (await load()).main(args)
} catch (error) {
  const plain = error instanceof SettingsError || (error instanceof Error && error.name === "EmbeddedPostgresError")
  console.error(plain ? (error as Error).message : error)
  process.exitCode = 1
}
