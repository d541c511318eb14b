import { projectFolder, readEnvFile } from "~/start/env-file.server"
import { parseSettings, type Settings } from "~/start/settings.server"
import { markRunning } from "./running.mjs"

/**
 * What every program does first, server or command: goes to the project's folder, wherever it was started from, and
 * reads the configuration there.
 * @throws SettingsError
 */
export function prepareProcess(): Settings {
  process.chdir(projectFolder)
  readEnvFile(projectFolder)
  const settings = parseSettings(process.env)
  const { env } = process
  // The quicker way of packages that ask; in a build the name itself stands for its value.
  env.NODE_ENV ??= "production"
  markRunning(projectFolder)
  return settings
}
