import { expect, test } from "vitest"
import type { HttpMeasurement } from "./measure-http.server"
import { targetsOf, targetsReport } from "./targets"

const base = { answers: 1, perSecond: 100, p50: 2, p95: 4, p99: 6, processor: 1, bytes: 1, kept: 1, unexpected: 0 }
const one = (name: string, ofHello: number, ofPeer: number, clients = 16): HttpMeasurement => {
  return { ...base, name, clients, ofHello, ofPeer }
}
const mixed = { quiet: 100, selling: 50, part: 0.5, kept: 1, sales: 1, samples: 1, stalest: 1 }

test("the worst of the pages decides, with the clients that targets are about, and what is missed is bold", () => {
  const measurements = [
    one("home, stranger", 0.9, 3),
    { ...one("list, stranger", 0.7, 2), p99: 11 },
    one("list, stranger", 0.1, 0.1, 64),
    one("list, stranger with a cart", 0.1, 0.8),
    one("API list", 1, 1.5),
    one("API list, signed in", 1, 0.4),
  ]
  expect(targetsReport(targetsOf(measurements, mixed)).split("\n").slice(2)).toEqual([
    "| kept pages × Express, hello | **0.70** | at least 0.8 |",
    "| kept pages × Express with a finished page | 2.00 | at least 1 |",
    "| kept JSON × Express + pg by hand | 1.50 | at least 1 |",
    "| list not kept × minimal Remix | 0.80 | at least 0.75 |",
    "| JSON not kept × Express + pg by hand | 0.40 | at least 0.4 |",
    "| kept pages, p99 / p50 | **5.50** | at most 5 |",
    "| strangers while stock changes × while it rests | **0.50** | at least 0.67 |",
  ])
})

test("other numbers of clients say nothing of the targets", () => {
  expect(targetsOf([one("home, stranger", 1, 1, 64)], mixed)).toEqual([])
})
