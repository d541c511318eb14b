import { projectFolder, readEnvFile } from "~/start/env-file.server"
import { parseSettings, type Settings } from "~/start/settings.server"
import { markRunning } from "./running.mjs"

/**
 * Changes to the project's folder and reads the configuration there.
 * @throws SettingsError
 */
export function prepareProcess(): Settings {
  process.chdir(projectFolder)
  readEnvFile(projectFolder)
  const settings = parseSettings(process.env)
  const { env } = process
  // Packages read it at run time; in a build the name itself is replaced.
  env.NODE_ENV ??= "production"
  markRunning(projectFolder)
  return settings
}
