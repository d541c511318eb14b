import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterEach, beforeEach, expect, test } from "vitest"
import { readEnvFile } from "./env-file.server"
import { SettingsError } from "./settings.server"

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "counter-env-"))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
  for (const name of Object.keys(process.env)) if (name.startsWith("ENV_FILE_TEST")) delete process.env[name]
})

const write = (text: string) => writeFileSync(join(folder, ".env"), text)

test("settings are read from .env, and the environment takes precedence", () => {
  process.env.ENV_FILE_TEST_B = "from the environment"
  write(
    [
      "# a comment = nothing",
      "",
      "ENV_FILE_TEST_A=plain # said by the way",
      "ENV_FILE_TEST_B=from the file",
      "export ENV_FILE_TEST_C='a #quoted = one' # and more",
      'ENV_FILE_TEST_D = "two',
      'lines"\r',
      "ENV_FILE_TEST_E=",
      "ENV_FILE_TEST_F=it's",
    ].join("\n"),
  )
  readEnvFile(folder)
  expect(process.env).toMatchObject({
    ENV_FILE_TEST_A: "plain",
    ENV_FILE_TEST_B: "from the environment",
    ENV_FILE_TEST_C: "a #quoted = one",
    ENV_FILE_TEST_D: "two\nlines",
    ENV_FILE_TEST_E: "",
  })
})

test.each([
  ["a line without a value", "ENV_FILE_TEST_A=1\n\nSTRIPE_SECRET_KEY sk_live_secret\n", 3],
  ["an unclosed quote", '\nENV_FILE_TEST_A="secret\nENV_FILE_TEST_B=2\n', 2],
  ["words behind a quote", "ENV_FILE_TEST_A='secret' and more", 1],
  ["a name that is none", "1A=secret", 1],
])("%s is reported by its line, never shown, and nothing is read", (_, text, line) => {
  write(text)
  expect(() => readEnvFile(folder)).toThrow(SettingsError)
  expect(() => readEnvFile(folder)).toThrow(new RegExp(`\\.env, line ${line}: expected NAME=value`))
  expect(() => readEnvFile(folder)).not.toThrow(/secret/)
  expect(process.env.ENV_FILE_TEST_A).toBeUndefined()
})

test("a missing file is ignored; an unreadable one is reported", () => {
  readEnvFile(folder)
  mkdirSync(join(folder, ".env"))
  expect(() => readEnvFile(folder)).toThrow(/\.env cannot be read: EISDIR/)
})
