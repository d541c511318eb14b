import { existsSync, readFileSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { SettingsError } from "./settings.server"

export const projectFolder = enclosingProject(dirname(fileURLToPath(import.meta.url)))

/** @throws SettingsError if the file cannot be read or parsed */
export function readEnvFile(folder: string): void {
  const path = join(folder, ".env")
  if (!existsSync(path)) return
  const line = malformedLine(contentsOf(path))
  if (line) throw new SettingsError(`${path}, line ${line}: expected NAME=value, with every quote closed`)
  process.loadEnvFile(path)
}

function contentsOf(path: string): string {
  try {
    return readFileSync(path, "utf8")
  } catch (error) {
    throw new SettingsError(`${path} cannot be read: ${(error as NodeJS.ErrnoException).code}`)
  }
}

/** Returns a line that Node's parser would ignore; its text may be part of a secret and is never shown. */
function malformedLine(text: string): number | null {
  const statement =
    /[^\S\n]*(?:#.*|(?:export\s+)?[A-Za-z_][\w.-]*[^\S\n]*=[^\S\n]*(?:("|'|`)[\s\S]*?\1[^\S\n]*(?:#.*)?|[^"'`\s].*)?)?(?:\n|$)/y
  while (statement.lastIndex < text.length) {
    const start = statement.lastIndex
    if (!statement.test(text)) return text.slice(0, start).split("\n").length
  }
  return null
}

function enclosingProject(folder: string): string {
  if (existsSync(join(folder, "package.json")) || folder === dirname(folder)) return folder
  return enclosingProject(dirname(folder))
}
