// npm run shop: everything from a fresh clone to an open shop.
import { join } from "node:path"
import { pathToFileURL } from "node:url"
import { prepare, project } from "./prepare.mjs"

prepare()
process.env.NODE_ENV ??= "production"
console.log("Opening the shop …")
await import(pathToFileURL(join(project, "build/server/server.js")).href)
