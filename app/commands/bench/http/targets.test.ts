import { expect, test } from "vitest"
import { missedTargets } from "../figures"
import type { HttpMeasurement } from "./measure-http.server"
import { targetsOf } from "./targets"

const base = { answers: 1, perSecond: 100, p50: 2, p95: 4, p99: 6, processor: 1, bytes: 1, cached: 1, unexpected: 0 }
const one = (name: string, ofHello: number, ofPeer: number, clients = 16): HttpMeasurement => {
  return { ...base, name, clients, ofHello, ofPeer }
}
const mixed = { quiet: 100, selling: 50, part: 0.5, cached: 1, sales: 1, samples: 1, stalest: 1 }

test("the worst page decides, with the number of clients of the targets, and missed targets are named", () => {
  const measurements = [
    one("home, anonymous visitor", 0.9, 3),
    { ...one("list, anonymous visitor", 0.7, 2), p99: 11 },
    one("list, anonymous visitor", 0.1, 0.1, 64),
    one("list, anonymous visitor with a cart", 0.1, 1.8),
    one("home, signed in", 0.1, 0.8),
    one("API list", 1, 1.5),
    one("API list, signed in", 1, 20),
    { ...one("API list, uncached", 1, 0.4), unexpected: 3 },
  ]
  const targets = targetsOf(measurements, mixed)
  expect(targets.map(({ measured }) => measured)).toEqual([0.7, 2, 1.5, 0.8, 0.4, 0.5, 3, 5.5])
  expect(missedTargets(targets)).toEqual([
    "cached pages × Express, hello: 0.7, at least 0.8",
    "pages with a cart or a session × Express + pg with a finished page: 0.8, at least 1",
    "anonymous visitors while stock changes × while it does not: 0.5, at least 0.67",
    "responses with another status than expected: 3, at most 0",
    "cached pages, p99 / p50: 5.5, at most 5",
  ])
})

test("other numbers of clients do not affect the targets", () => {
  expect(targetsOf([one("home, anonymous visitor", 1, 1, 64)], mixed)).toEqual([])
})
