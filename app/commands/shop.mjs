// npm run shop: everything from a fresh clone to an open shop.
import { runFromBuild } from "./from-build.mjs"
import { prepare } from "./prepare.mjs"

await prepare()
console.log("Opening the shop …")
await runFromBuild("server")
