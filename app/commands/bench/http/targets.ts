import { atLeast, atMost, type Target } from "../figures"
import type { HttpMeasurement } from "./measure-http.server"

export const TARGET_CLIENTS = 16

/** Uses the worst measurement with that number of clients; returns nothing without any. */
export function targetsOf(measurements: readonly HttpMeasurement[], mixed: { part: number }): Target[] {
  const measured = measurements.filter(({ clients }) => clients === TARGET_CLIENTS)
  if (measured.length === 0) return []
  const cached = measured.filter(({ name }) => name.endsWith(", anonymous visitor"))
  const personal = measured.filter(({ name }) => /^(?!API ).*, (anonymous visitor with a cart|signed in)$/.test(name))
  const ofPeer = (some: HttpMeasurement[]) => Math.min(...some.map((one) => one.ofPeer))
  const named = (name: string) => ofPeer(measured.filter((one) => one.name === name))
  return [
    atLeast(0.8, "cached pages × Express, hello", Math.min(...cached.map((one) => one.ofHello))),
    atLeast(1, "cached pages × Express with a finished page", ofPeer(cached)),
    atLeast(1, "cached JSON × Express + pg by hand", named("API list")),
    atLeast(1, "pages with a cart or a session × Express + pg with a finished page", ofPeer(personal)),
    atLeast(0.4, "uncached JSON × Express + pg by hand", named("API list, uncached")),
    atLeast(2 / 3, "anonymous visitors while stock changes × while it does not", mixed.part),
    atMost(
      0,
      "responses with another status than expected",
      measured.reduce((sum, one) => sum + one.unexpected, 0),
    ),
    atMost(5, "cached pages, p99 / p50", Math.max(...cached.map(({ p99, p50 }) => p99 / p50))),
  ]
}
