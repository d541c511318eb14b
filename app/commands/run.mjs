// npm start, npm run migrate, seed, admin, …: from the build that is there, and nothing is touched but the shop's data.
import { runFromBuild } from "./from-build.mjs"
import { enterProject } from "./project.mjs"

enterProject()
if (process.argv[2] === "start") await runFromBuild("server")
else await runFromBuild("command")
