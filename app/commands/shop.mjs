// npm run shop: installs, builds and opens the shop from a fresh clone.
import { runFromBuild } from "./clone/from-build.mjs"
import { prepare } from "./clone/prepare.mjs"

await prepare()
console.log("Opening the shop …")
await runFromBuild("server")
