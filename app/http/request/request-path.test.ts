import { expect, test } from "vitest"
import { localPath } from "./request-path"

test.each([
  "/account",
  "/apiary",
  "/admin/orders/export?page=1",
  "/products/%",
  `/admin/products?${"/".repeat(3_000)}`,
  "/products/caf%C3%A9?page=2#reviews",
  "/order/confirm",
])("%s is a path of this site", (path) => {
  expect(localPath(path, "/elsewhere")).toBe(path)
})

test.each([
  null,
  "",
  "account",
  "https://evil.example/",
  "//evil.example/",
  "/\\evil.example",
  "/..//evil.example",
  "/\tfoo",
  "/%0d%0aSet-Cookie:x\r\n",
  "javascript:alert(1)",
  `/${"a".repeat(4_000)}`,
  `/${"a".repeat(1_000)}`,
  `/order${"/".repeat(900)}x`,
  "/a//b",
  "/api/v1/logout",
  "/api",
  "/API/v1/me?x",
  "/%61pi/v1/logout",
  "/logout",
  "/logout/",
  "/logout.data",
  "/%6cOGOUT",
])("%j leads only to the fallback", (path) => {
  expect(localPath(path, "/fallback")).toBe("/fallback")
})
