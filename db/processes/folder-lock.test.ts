import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { expect, test } from "vitest"
import { temporaryFolder } from "../embedded/testing/launcher"
import { withFolderLock } from "./folder-lock.mjs"
import { isRunning } from "./process-mark.mjs"

test("only one holder at a time, regardless of the order", async () => {
  const folder = temporaryFolder()
  let inside = 0
  let most = 0
  const visit = () =>
    withFolderLock(folder, async () => {
      most = Math.max(most, ++inside)
      await pause(2)
      inside--
    })
  await Promise.all(Array.from({ length: 20 }, visit))
  expect(most).toBe(1)
  expect(readdirSync(folder, { recursive: true })).toEqual(["holder", "holder/free"])
})

test("a failed action releases the lock", async () => {
  const folder = temporaryFolder()
  await expect(withFolderLock(folder, () => Promise.reject(new Error("no luck")))).rejects.toThrow("no luck")
  expect(await withFolderLock(folder, async () => "next")).toBe("next")
})

test("a dead holder, or one whose pid was recycled, holds nothing", async () => {
  for (const holder of ["999999999-1-aaaaaaaa", `${process.pid}-1-aaaaaaaa`, "1-1-aaaaaaaa", "nonsense"]) {
    const folder = temporaryFolder()
    const lock = join(folder, "holder")
    mkdirSync(lock)
    writeFileSync(join(lock, `${holder}.7`), "")
    const [held, ...others] = await withFolderLock(folder, async () => readdirSync(lock))
    expect([isRunning(held ?? ""), others]).toEqual([true, []])
  }
})
