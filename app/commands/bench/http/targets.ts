import { type Aim, atLeast, atMost } from "../figures"
import type { HttpMeasurement } from "./measure-http.server"

export const TARGET_CLIENTS = 16

/** Uses the worst measurement with that number of clients; returns nothing without any. */
export function targetsOf(measurements: readonly HttpMeasurement[], mixed: { part: number }): Aim[] {
  const measured = measurements.filter(({ clients }) => clients === TARGET_CLIENTS)
  if (measured.length === 0) return []
  const kept = measured.filter(({ name }) => name.endsWith(", stranger"))
  const ofPeer = (some: HttpMeasurement[]) => Math.min(...some.map((one) => one.ofPeer))
  const named = (name: string) => ofPeer(measured.filter((one) => one.name === name))
  return [
    atLeast(0.8, "kept pages × Express, hello", Math.min(...kept.map((one) => one.ofHello))),
    atLeast(1, "kept pages × Express with a finished page", ofPeer(kept)),
    atLeast(1, "kept JSON × Express + pg by hand", named("API list")),
    atLeast(0.75, "list not kept × minimal Remix", named("list, stranger with a cart")),
    atLeast(0.4, "JSON not kept × Express + pg by hand", named("API list, asked anew")),
    atLeast(2 / 3, "strangers while stock changes × while it rests", mixed.part),
    atMost(5, "kept pages, p99 / p50", Math.max(...kept.map(({ p99, p50 }) => p99 / p50))),
  ]
}
