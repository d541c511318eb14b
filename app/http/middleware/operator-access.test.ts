import type { Request } from "express"
import { expect, test } from "vitest"
import { operatorAccess } from "./operator-access.server"

interface Asking {
  host?: string
  address?: string
  headers?: Record<string, string>
}

function ask({ host = "localhost:3000", address = "127.0.0.1", headers = {} }: Asking): Request {
  return { headers: { host, ...headers }, socket: { remoteAddress: address } } as unknown as Request
}

const local = { token: null, shopUrl: "http://localhost:3000", trustProxy: 0 }

test("without a token the operator is anyone on this machine, by one of its names", () => {
  const isOperator = operatorAccess(local)
  for (const host of ["localhost:3000", "127.0.0.1:9090", "[::1]:3000", "localhost"])
    expect([host, isOperator(ask({ host }))]).toEqual([host, true])
  expect(isOperator(ask({ address: "::ffff:127.0.0.1" }))).toBe(true)
  expect(isOperator(ask({ address: "192.0.2.7" }))).toBe(false)
  expect(isOperator(ask({ headers: { "x-forwarded-for": "192.0.2.7" } }))).toBe(false)
})

test("but not a web page whose name resolves to this machine", () => {
  const isOperator = operatorAccess(local)
  for (const host of ["evil.example:3000", "localhost.evil.example", "127.0.0.1.evil.example", "256.1.1.1", ""])
    expect([host, isOperator(ask({ host }))]).toEqual([host, false])
})

test("a public shop shows nothing without a token, and to its holder everything by any name", () => {
  expect(operatorAccess({ ...local, shopUrl: "https://shop.example" })(ask({}))).toBe(false)
  expect(operatorAccess({ ...local, trustProxy: 1 })(ask({}))).toBe(false)
  const isOperator = operatorAccess({ ...local, token: "secret" })
  expect(isOperator(ask({}))).toBe(false)
  expect(isOperator(ask({ host: "10.0.0.11:3000", headers: { authorization: "Bearer secret" } }))).toBe(true)
})
