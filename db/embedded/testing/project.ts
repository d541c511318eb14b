import { chmodSync, copyFileSync, cpSync, lstatSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "vite"
import { createTestFolder } from "../../testing/test-folder"
import { installedBinaries } from "../native-binaries"
import { canReach } from "../system-user"
import { ordinaryUser } from "./launcher"

export interface TestProject {
  path: string
  /** A node that everybody may run. */
  node: string
  /** The launcher and all it imports in one file. */
  launcher: string
  /** The folder with PostgreSQL's programs. */
  native: string
  remove(): void
}

/** Makes a project as a build leaves it, with this project's PostgreSQL. */
export async function createTestProject(): Promise<TestProject> {
  const path = createTestFolder()
  chmodSync(path, 0o755)
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    plugins: [withoutPgNative],
    build: {
      ssr: fileURLToPath(new URL("launcher-program.ts", import.meta.url)),
      outDir: join(path, "build"),
      target: "es2022",
      rollupOptions: { output: { entryFileNames: "launcher.mjs" } },
    },
  })
  const source = dirname(installedBinaries().native)
  const target = join(path, source.slice(source.lastIndexOf("node_modules")))
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(source, target)
  return {
    path,
    node: nodeFor(path),
    launcher: join(path, "build/launcher.mjs"),
    native: join(target, "native"),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}

/** The same with a PostgreSQL of its own, as an npm that runs no install scripts leaves it. */
export async function createBareTestProject(): Promise<TestProject> {
  const project = await createTestProject()
  const target = dirname(project.native)
  const source = realpathSync(target)
  rmSync(target)
  const filter = (file: string) => !file.endsWith(".a") && !lstatSync(file).isSymbolicLink()
  cpSync(source, target, { recursive: true, filter })
  return project
}

/** Root's own node, as from a version manager, may be out of an ordinary user's reach. */
function nodeFor(path: string) {
  const user = ordinaryUser()
  if (!user || canReach(user, dirname(process.execPath))) return process.execPath
  const copy = join(path, "node")
  copyFileSync(process.execPath, copy)
  return copy
}

/** A driver pg looks for and does without. */
const withoutPgNative: Plugin = {
  name: "without-pg-native",
  enforce: "pre",
  resolveId: (name) => (name === "pg-native" ? "\0pg-native" : undefined),
  load: (name) => (name === "\0pg-native" ? "export default null" : undefined),
}
