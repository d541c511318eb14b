import { chmodSync, copyFileSync, cpSync, lstatSync, mkdirSync, realpathSync, rmSync, symlinkSync } from "node:fs"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build, type Plugin } from "vite"
import { createTestFolder } from "../../testing/test-folder"
import { installedBinaries } from "../native-binaries"
import { canOpen } from "../system-user"
import { ordinaryUser } from "./launcher"

export interface TestProject {
  path: string
  /** A `node` that every user may run */
  node: string
  /** The launcher, bundled into one file */
  launcher: string
  /** Folder of PostgreSQL's programs */
  native: string
  remove(): void
}

/** Creates a built project with this project's PostgreSQL. */
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

/** Creates one with its own PostgreSQL, as installed without install scripts. */
export async function createBareTestProject(): Promise<TestProject> {
  const project = await createTestProject()
  const target = dirname(project.native)
  const source = realpathSync(target)
  rmSync(target)
  const filter = (file: string) => !file.endsWith(".a") && !lstatSync(file).isSymbolicLink()
  cpSync(source, target, { recursive: true, filter })
  return project
}

/** Root's `node` may be unreadable for other users. */
function nodeFor(path: string) {
  const user = ordinaryUser()
  if (!user || canOpen(user, dirname(process.execPath))) return process.execPath
  const copy = join(path, "node")
  copyFileSync(process.execPath, copy)
  return copy
}

/** An optional dependency of pg */
const withoutPgNative: Plugin = {
  name: "without-pg-native",
  enforce: "pre",
  resolveId: (name) => (name === "pg-native" ? "\0pg-native" : undefined),
  load: (name) => (name === "\0pg-native" ? "export default null" : undefined),
}
