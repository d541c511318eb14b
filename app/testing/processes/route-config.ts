import type { RouteConfigEntry } from "@remix-run/route-config"

type Options = Pick<RouteConfigEntry, "id">

/**
 * Returns a route entry like `@remix-run/route-config`, which loads Remix's compiler: four seconds for each process.
 */
export function route(
  path: string,
  file: string,
  options: Options | RouteConfigEntry[] = {},
  children?: RouteConfigEntry[],
): RouteConfigEntry {
  return Array.isArray(options) ? { file, children: options, path } : { file, children, path, ...options }
}

export function index(file: string): RouteConfigEntry {
  return { file, index: true }
}
