// npm start, npm run migrate, seed, admin, …: runs them from the existing build.
import { runFromBuild } from "./clone/from-build.mjs"
import { enterProject } from "./clone/project.mjs"

enterProject()
if (process.argv[2] === "start") await runFromBuild("server")
else await runFromBuild("command")
