import { chmodSync, cpSync, lstatSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { fileURLToPath } from "node:url"
import { build } from "vite"
import { installedBinaries } from "./native-binaries"

export interface TestProject {
  path: string
  /** The launcher and all it imports in one file. */
  launcher: string
  /** The folder with PostgreSQL's programs. */
  native: string
  remove(): void
}

/** Makes a project as a build and an npm that runs no install scripts leave it. */
export async function createTestProject(): Promise<TestProject> {
  const path = mkdtempSync(join(tmpdir(), "counter-project-"))
  chmodSync(path, 0o755)
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { noExternal: true },
    build: {
      ssr: fileURLToPath(new URL("launcher-program.ts", import.meta.url)),
      outDir: join(path, "build"),
      target: "es2022",
      rollupOptions: { output: { entryFileNames: "launcher.mjs" } },
    },
  })
  const source = dirname(installedBinaries().native)
  const target = join(path, source.slice(source.lastIndexOf("node_modules")))
  const filter = (file: string) => !file.endsWith(".a") && !lstatSync(file).isSymbolicLink()
  cpSync(source, target, { recursive: true, filter })
  return {
    path,
    launcher: join(path, "build/launcher.mjs"),
    native: join(target, "native"),
    remove: () => rmSync(path, { recursive: true, force: true }),
  }
}
