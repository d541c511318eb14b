import { expect, test } from "vitest"
import { installedBinaries } from "./native-binaries"

test("a platform without a PostgreSQL package gets instructions", () => {
  expect(() => installedBinaries("sunos", "sparc")).toThrow(
    "There is no PostgreSQL for sunos on sparc in node_modules: run npm ci with optional dependencies, or set DATABASE_URL to a PostgreSQL of your own.",
  )
})
