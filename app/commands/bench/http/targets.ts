import { markdownTable } from "../figures"
import type { HttpMeasurement } from "./measure-http.server"

interface Target {
  name: string
  /** The worst of all measurements that it covers */
  measured: number
  least?: number
  most?: number
}

export const TARGET_CLIENTS = 16

/** Empty if the shop was measured with other numbers of clients only */
export function targetsOf(measurements: readonly HttpMeasurement[], mixed: { part: number }): Target[] {
  const measured = measurements.filter(({ clients }) => clients === TARGET_CLIENTS)
  if (measured.length === 0) return []
  const kept = measured.filter(({ name }) => name.endsWith(", stranger"))
  const ofPeer = (some: HttpMeasurement[]) => Math.min(...some.map((one) => one.ofPeer))
  const named = (name: string) => ofPeer(measured.filter((one) => one.name === name))
  return [
    { name: "kept pages × Express, hello", measured: Math.min(...kept.map((one) => one.ofHello)), least: 0.8 },
    { name: "kept pages × Express with a finished page", measured: ofPeer(kept), least: 1 },
    { name: "kept JSON × Express + pg by hand", measured: named("API list"), least: 1 },
    { name: "list not kept × minimal Remix", measured: named("list, stranger with a cart"), least: 0.75 },
    { name: "JSON not kept × Express + pg by hand", measured: named("API list, signed in"), least: 0.4 },
    { name: "kept pages, p99 / p50", measured: Math.max(...kept.map(({ p99, p50 }) => p99 / p50)), most: 5 },
    { name: "strangers while stock changes × while it rests", measured: mixed.part, least: 2 / 3 },
  ]
}

export function targetsReport(targets: readonly Target[]): string {
  const rows = targets.map(({ name, measured, least, most }) => {
    const aim = least === undefined ? `at most ${most}` : `at least ${Number(least.toFixed(2))}`
    const isMet = measured >= (least ?? 0) && measured <= (most ?? Number.POSITIVE_INFINITY)
    return { target: name, measured: isMet ? measured.toFixed(2) : `**${measured.toFixed(2)}**`, aim }
  })
  return markdownTable(rows)
}
