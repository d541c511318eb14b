import { createRequire } from "node:module"
import { expect, test } from "vitest"
import { index, route } from "./route-config"

test("route entries are the same as Remix's", () => {
  const remix = createRequire(import.meta.url)("@remix-run/route-config")
  expect(route("a", "a.tsx")).toEqual(remix.route("a", "a.tsx"))
  expect(route("a", "a.tsx", { id: "b" })).toEqual(remix.route("a", "a.tsx", { id: "b" }))
  expect(route("a", "a.tsx", [index("b.tsx")])).toEqual(remix.route("a", "a.tsx", [remix.index("b.tsx")]))
})
