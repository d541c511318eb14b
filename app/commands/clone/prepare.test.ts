import { existsSync, rmSync } from "node:fs"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { cloneSmallShop, type FreshClone } from "~/testing/processes/fresh-clone.server"
import type { Program } from "~/testing/processes/program.server"
import { freePort } from "~db/embedded/port"

let clone: FreshClone
let programs: Program[]
beforeEach(() => {
  clone = cloneSmallShop()
  programs = []
})
afterEach(async () => {
  await Promise.all(programs.map((program) => program.end("SIGKILL")))
  clone.remove()
})

/** Opens the shop on a separate port. */
async function open() {
  const port = await freePort()
  const program = clone.shop(port)
  programs.push(program)
  return { program, url: `http://127.0.0.1:${port}` }
}

/** Waits until the shop responds, and returns the response. */
async function answer({ program, url }: Awaited<ReturnType<typeof open>>): Promise<string> {
  for (;;) {
    const response = await fetch(url).catch(() => null)
    if (response) return response.text()
    if (program.process.exitCode !== null) throw new Error(program.output())
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

/** The exit code of a program, and its output */
async function outcome(program: Program) {
  const { code } = await program.ended
  return { code, said: program.output() }
}

test("of two concurrent first starts one installs and builds, and both open the shop", async () => {
  const both = await Promise.all([open(), open()])
  expect(await Promise.all(both.map(answer))).toEqual(["first", "first"])
  expect(clone.history()).toEqual(["installed", "build begins", "build ends"])
})

test("a second start finds everything ready", async () => {
  expect(await answer(await open())).toBe("first")
  expect(await answer(await open())).toBe("first")
  expect(clone.history()).toEqual(["installed", "build begins", "build ends"])
})

test("the development server installs what is missing, and builds nothing: it serves the sources", async () => {
  await outcome(clone.npm("dev"))
  expect(clone.history()).toEqual(["installed"])
})

test("nothing is installed or built under a running shop, whichever command is used", async () => {
  const running = await open()
  await answer(running)
  clone.change("app/source.txt", "second")
  const pid = String(running.program.process.pid)
  for (const program of [(await open()).program, clone.npm("build")]) {
    expect(await outcome(program)).toEqual({
      code: 1,
      said: expect.stringContaining(`Process ${pid} runs from this folder`),
    })
  }
  rmSync(join(clone.folder, "node_modules"), { recursive: true })
  expect((await outcome(clone.npm("dev"))).said).toContain(`Process ${pid} runs from this folder`)
  expect((await outcome(clone.npm("migrate"))).said).toBe("a command from the build\n")
  expect(clone.history()).toEqual(["installed", "build begins", "build ends"])
  expect(await answer(running)).toBe("first")
})

test("a killed shop does not block the next start", async () => {
  const killed = await open()
  await answer(killed)
  await killed.program.end("SIGKILL")
  clone.change("app/source.txt", "second")
  expect(await answer(await open())).toBe("second")
})

test("a failed build explains itself, and is not used the next time", async () => {
  clone.change("app/source.txt", "an error")
  expect(await outcome((await open()).program)).toEqual({ code: 1, said: expect.stringContaining("source.txt: error") })
  clone.change("app/source.txt", "repaired")
  expect(await answer(await open())).toBe("repaired")
})

test("a command without a build says what to do, and stops", async () => {
  for (const name of ["migrate", "seed", "admin", "reconcile", "media", "bench", "start"]) {
    expect(await outcome(clone.npm(name))).toEqual({
      code: 1,
      said: "\nThere is no build yet: run npm run build first.\n",
    })
  }
  expect(clone.history()).toEqual([])
  expect(existsSync(join(clone.folder, "node_modules"))).toBe(false)
})
