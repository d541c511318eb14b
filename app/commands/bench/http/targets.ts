import { markdownTable } from "../markdown-table"
import type { HttpMeasurement } from "./measure-http.server"
import type { MixedLoad } from "./mixed-load.server"

/** Something that the shop means to reach, and how far it is from it. */
export interface Target {
  name: string
  /** The worst of all that this is about. */
  measured: number
  least?: number
  most?: number
}

/** So many clients ask when targets are measured. */
export const TARGET_CLIENTS = 16

/** What the shop means to reach beside its peers; nothing where it was measured with other numbers of clients only. */
export function targetsOf(measurements: readonly HttpMeasurement[], mixed: MixedLoad): Target[] {
  const measured = measurements.filter(({ clients }) => clients === TARGET_CLIENTS)
  if (measured.length === 0) return []
  const named = (name: string) => measured.filter((one) => one.name === name)
  const kept = measured.filter(({ name }) => name.endsWith(", stranger"))
  const least = (some: HttpMeasurement[], of: (one: HttpMeasurement) => number | null) =>
    Math.min(...some.map((one) => of(one) ?? 0))
  return [
    { name: "kept pages × Express, hello", measured: least(kept, (one) => one.ofHello), least: 0.8 },
    { name: "kept pages × Express with a finished page", measured: least(kept, (one) => one.ofPeer), least: 1 },
    { name: "kept JSON × Express + pg by hand", measured: least(named("API list"), (one) => one.ofPeer), least: 1 },
    {
      name: "list not kept × minimal Remix",
      measured: least(named("list, stranger with a cart"), (one) => one.ofPeer),
      least: 0.75,
    },
    {
      name: "JSON not kept × Express + pg by hand",
      measured: least(named("API list, signed in"), (one) => one.ofPeer),
      least: 0.4,
    },
    { name: "kept pages, p99 / p50", measured: Math.max(...kept.map(({ p99, p50 }) => p99 / p50)), most: 5 },
    { name: "strangers while stock changes × while it rests", measured: mixed.part, least: 2 / 3 },
  ]
}

export function isMet({ measured, least = 0, most = Number.POSITIVE_INFINITY }: Target): boolean {
  return measured >= least && measured <= most
}

/** The targets as a Markdown table; what is missed is bold. */
export function targetsReport(targets: readonly Target[]): string {
  const rows = targets.map((target) => {
    const { name, measured, least, most } = target
    const aim = least === undefined ? `at most ${most}` : `at least ${Number(least.toFixed(2))}`
    const figure = measured.toFixed(2)
    return [name, isMet(target) ? figure : `**${figure}**`, aim]
  })
  return markdownTable(["", "measured", "aim"], rows)
}
