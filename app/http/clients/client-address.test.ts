import express from "express"
import { expect, test } from "vitest"
import { clientAddress } from "./client-address"

const forwarded = [undefined, "", "192.0.2.1", "192.0.2.1, 192.0.2.2", " 192.0.2.1 ,,192.0.2.2, 192.0.2.3", ",", "a b"]

test.each([0, 1, 2, 3, 10])("behind %s proxies the address is the same that Express finds", (trustProxy) => {
  const app = express().set("trust proxy", trustProxy)
  for (const told of forwarded) {
    const request = Object.create(app.request, {
      app: { value: app },
      headers: { value: told === undefined ? {} : { "x-forwarded-for": told } },
      socket: { value: { remoteAddress: "127.0.0.1" } },
    })
    expect(clientAddress(request, trustProxy), told).toBe(request.ip)
  }
})
