// npm run migrate, seed, admin, …: the commands beside the server, from the build.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { prepare, project } from "./prepare.mjs"

prepare()
process.env.NODE_ENV ??= "production"
await import(pathToFileURL(join(project, "build/server/command.js")).href)
