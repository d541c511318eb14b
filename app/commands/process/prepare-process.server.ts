import { projectFolder, readEnvFile } from "~/start/env-file.server"
import { parseSettings, type Settings } from "~/start/settings.server"
import { markRunning } from "../clone/running.mjs"

/** @throws SettingsError */
export function prepareProcess(): Settings {
  process.chdir(projectFolder)
  readEnvFile(projectFolder)
  const settings = parseSettings(process.env)
  const { env } = process
  // Packages read this variable at run time; a build replaces the name itself.
  env.NODE_ENV ??= "production"
  markRunning(projectFolder)
  return settings
}
