import { chmodSync, chownSync, mkdirSync, rmSync, statSync } from "node:fs"
import { join } from "node:path"
import { expect, onTestFinished, test } from "vitest"
import { clusterData } from "./cluster"
import { resolveDataFolder } from "./data-folder"
import { isRoot, ordinaryUser, temporaryFolder } from "./testing/launcher"

test("DATA_DIR takes precedence, relative to the project", () => {
  const project = temporaryFolder()
  expect(resolveDataFolder({ project, dataDir: "/srv/shop" })).toBe("/srv/shop")
  expect(resolveDataFolder({ project, dataDir: "kept/here" })).toBe(join(project, "kept/here"))
})

test("without DATA_DIR all data is in the project", () => {
  const project = temporaryFolder()
  expect(resolveDataFolder({ project })).toBe(join(project, ".data"))
})

test.runIf(isRoot)("root's unreachable project keeps its data under /var/tmp, always in the same place", () => {
  const [project, other] = [unreachableProject(), unreachableProject()]
  const folder = resolveDataFolder({ project })
  const otherFolder = resolveDataFolder({ project: other })
  onTestFinished(() => [folder, otherFolder].forEach((path) => void rmSync(path, { recursive: true })))
  expect(folder).toMatch(/^\/var\/tmp\/counter-tmp-counter-test-[\w.-]+-project-[0-9a-f]{8}$/)
  expect(otherFolder).not.toBe(folder)
  expect(resolveDataFolder({ project })).toBe(folder)
  expect(statSync(folder)).toMatchObject({ uid: 0, mode: 0o40711 })
  for (const take of [() => chmodSync(folder, 0o777), () => chownSync(folder, 65534, 65534)]) {
    take()
    expect(() => resolveDataFolder({ project })).toThrow(`${folder} belongs to another user`)
  }
})

test.runIf(isRoot)("root in a user's project keeps the data there", () => {
  const project = unreachableProject()
  const user = ordinaryUser()
  if (user) for (const path of [join(project, ".."), project]) chownSync(path, user.uid, user.gid)
  expect(resolveDataFolder({ project })).toBe(join(project, ".data"))
})

test("a database that already exists in the project stays in use", () => {
  const project = unreachableProject()
  mkdirSync(clusterData(join(project, ".data")), { recursive: true })
  expect(resolveDataFolder({ project })).toBe(join(project, ".data"))
})

function unreachableProject() {
  const outer = temporaryFolder()
  chmodSync(outer, 0o700)
  const project = join(outer, "project")
  mkdirSync(project)
  return project
}
