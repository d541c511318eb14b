// @ts-check
import { withFolderLock } from "../../../db/processes/folder-lock.mjs"
import { install, isInstalled } from "../dependencies/installed.mjs"
import { buildShop, isBuilt } from "./build-shop.mjs"
import { enterProject, exitWithError, project } from "./project.mjs"
import { markRunning, othersRunning, writableLockFolder } from "./running.mjs"

/** @param {{ tools?: boolean, build?: boolean }} [wanted] `tools`: the dependencies that building and testing need */
export async function prepare({ tools = false, build = true } = {}) {
  await alone(() => {
    const stale = build && !isBuilt()
    const steps = []
    if (!isInstalled({ tools: tools || stale })) steps.push(install)
    if (stale) steps.push(() => buildShop())
    return steps
  })
}

/** @param {() => (() => void)[]} necessarySteps is called under a lock, so that later processes find the work done */
export async function alone(necessarySteps) {
  enterProject()
  const folder = writableLockFolder(project, "preparation")
  if (!folder) {
    if (necessarySteps().length > 0)
      exitWithError(`Dependencies or the build are missing, and ${project} is not writable.`)
    return
  }
  const work = async () => {
    const steps = necessarySteps()
    if (steps.length > 0) refuseBesideOthers()
    for (const step of steps) step()
    markRunning(project)
  }
  await withFolderLock(folder, work, () => console.log("Waiting for another process that prepares this folder …"))
}

export function refuseBesideOthers() {
  const [pid] = othersRunning(project)
  if (pid === undefined) return
  exitWithError(
    `Process ${pid} runs from this folder. Its dependencies and build cannot be replaced while it runs: stop it first.`,
  )
}
