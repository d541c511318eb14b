import type { RouteConfigEntry } from "@remix-run/route-config"

/** Ids of existing records, by the path segment before them; `slug` is that of the product. */
type KnownIds = Partial<Record<string, string>>

/** Every address of the route map, with ids in place of its parameters */
export function addressesIn(routes: RouteConfigEntry[], ids: KnownIds = {}, parent = ""): string[] {
  return routes.flatMap(({ path = "", children = [] }) => {
    const address = [parent, path].filter(Boolean).join("/")
    return [filledIn(address, ids), ...addressesIn(children, ids, address)]
  })
}

function filledIn(address: string, ids: KnownIds): string {
  const id = ids[/(\w+)\/:id/.exec(address)?.[1] ?? ""] ?? "0123456789abcdef01234567"
  return `/${address}`
    .replace(":id", id)
    .replace(":token", "t".repeat(32))
    .replace("/:keyword?", "/tea")
    .replace("/:slug?", ids.slug ? `/${ids.slug}` : "")
    .replace("*", "nothing")
}
