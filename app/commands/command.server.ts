import type { Settings } from "~/start/settings.server"
import { printFailure } from "./process/failure.server"
import { prepareProcess } from "./process/prepare-process.server"

type Command = { main(settings: Settings, args: string[]): Promise<void> }

const commands: Record<string, () => Promise<Command>> = {
  admin: () => import("./admin.server"),
  backup: () => import("./backup.server"),
  bench: () => import("./bench.server"),
  export: () => import("./export.server"),
  live: () => import("./live.server"),
  media: () => import("./media.server"),
  migrate: () => import("./migrate.server"),
  reconcile: () => import("./reconcile.server"),
  restore: () => import("./restore.server"),
  seed: () => import("./seed.server"),
}

const [name = "", ...args] = process.argv.slice(2)
const load = commands[name]
if (!load) {
  console.error(`There is no command "${name}". Known: ${Object.keys(commands).join(", ")}`)
  process.exit(1)
}
try {
  const settings = prepareProcess()
  await (await load()).main(settings, args)
} catch (error) {
  printFailure(error)
}
