// @ts-check
import { existsSync } from "node:fs"
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { exitWithError, project } from "./project.mjs"

/** @param {"server" | "command"} name */
export async function runFromBuild(name) {
  const program = join(project, `build/server/${name}.js`)
  if (!existsSync(program)) exitWithError("There is no build yet: run npm run build first.")
  process.argv[1] = program
  await import(pathToFileURL(program).href).catch((error) => {
    if (error.code !== "ERR_MODULE_NOT_FOUND") throw error
    exitWithError(
      `The build or its dependencies are not complete: run npm ci and npm run build first.\n${error.message}`,
    )
  })
}
