import type { Settings } from "~/start/settings.server"
import { printFailure } from "./process/failure.server"
import { prepareProcess } from "./process/prepare-process.server"

type Command = (settings: Settings, args: string[]) => Promise<void>

/** Packages are loaded after the settings, because they read NODE_ENV. */
const commands: Record<string, () => Promise<Command>> = {
  admin: async () => (await import("./admin.server")).main,
  backup: async () => (await import("./backup.server")).main,
  bench: async () => (await import("./bench.server")).main,
  export: async () => (await import("./one-step.server")).exportData,
  live: async () => (await import("./one-step.server")).live,
  media: async () => (await import("./media.server")).main,
  migrate: async () => (await import("./one-step.server")).migrate,
  reconcile: async () => (await import("./reconcile.server")).main,
  restore: async () => (await import("./restore.server")).main,
  seed: async () => (await import("./seed.server")).main,
}

const [name = "", ...args] = process.argv.slice(2)
const load = commands[name]
if (!load) {
  console.error(`There is no command "${name}". Known: ${Object.keys(commands).join(", ")}`)
  process.exit(1)
}
try {
  const settings = prepareProcess()
  const command = await load()
  await command(settings, args)
} catch (error) {
  printFailure(error)
}
