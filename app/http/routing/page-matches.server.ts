import type { ServerBuild } from "@remix-run/node"
import { matchRoutes } from "@remix-run/react"
import { LRUCache } from "lru-cache"
import { pagePath } from "~/http/request/request-path"
import type { CachePolicy } from "~/http/response-cache/cache-policy"
import { narrowBuilds } from "./narrow-builds.server"

type PageRoute = Parameters<typeof matchRoutes>[0][number]

interface RouteFacts {
  pattern: readonly string[]
  takesForms: boolean
  /** Whether it renders a page rather than a file or a redirect */
  hasPage: boolean
  cache?: CachePolicy
}

interface PageMatch {
  id: string
  params: Readonly<Record<string, string | undefined>>
  facts: RouteFacts
}

type Matching = (path: string) => readonly PageMatch[]

const matchings = new WeakMap<ServerBuild, Matching>()

/** Layouts come first. */
export function matchPages(build: ServerBuild, path: string): readonly PageMatch[] {
  const matching = matchings.get(build) ?? openMatching(build)
  matchings.set(build, matching)
  return matching(pagePath(path))
}

/** Bytes of frequently requested addresses, which are matched once */
const CAPACITY = 1024 * 1024
/** The estimated size in bytes of an entry's objects */
const OVERHEAD = 500

function openMatching(build: ServerBuild): Matching {
  const buildFor = narrowBuilds(build)
  const pagesOf = new Map<ServerBuild, PageRoute[]>()
  const known = new LRUCache<string, PageMatch[]>({
    maxSize: CAPACITY,
    // The parameters are parts of the address.
    sizeCalculation: (_, path) => 4 * path.length + OVERHEAD,
  })
  return (path) => {
    const found = known.get(path)
    if (found) return found
    const narrowed = buildFor(path)
    const pages = pagesOf.get(narrowed) ?? pageRoutesOf(narrowed.routes)
    pagesOf.set(narrowed, pages)
    const matches = (matchRoutes(pages, path) ?? []).map(({ route, params }) => {
      return { id: route.id ?? "", params, facts: route.handle as RouteFacts }
    })
    known.set(path, matches)
    return matches
  }
}

export function hasNoPage(build: ServerBuild, path: string): boolean {
  return matchPages(build, path).at(-1)?.facts.hasPage === false
}

function pageRoutesOf(routes: ServerBuild["routes"], parent?: { id: string; pattern: readonly string[] }): PageRoute[] {
  return Object.values(routes).flatMap((route) => {
    if (route === undefined || route.parentId !== parent?.id) return []
    const { id, path, index, module } = route
    const pattern = [...(parent?.pattern ?? []), ...(path?.split("/").filter(Boolean) ?? [])]
    // Facts about a module that is loaded on demand are known later.
    const handle: RouteFacts = {
      pattern,
      get takesForms() {
        return module.action !== undefined
      },
      get hasPage() {
        return module.default !== undefined
      },
      get cache() {
        return (module.loader as { cache?: CachePolicy } | undefined)?.cache
      },
    }
    return index ? { id, path, index, handle } : { id, path, handle, children: pageRoutesOf(routes, { id, pattern }) }
  })
}
