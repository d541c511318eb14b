import type { ObjectId } from "~/domain/object-id"
import type { RequestContext } from "./doorways/request-context.server"

/** Where the responses of a route may be kept. A route without a policy is rendered for every request. */
export type CachePolicy = MemoryPolicy | AgePolicy

/** Kept by the shop, for everybody whom nothing makes personal, until something changes that the loader has read. */
export interface MemoryPolicy {
  store: "memory"
  /** The names of the parameters that a response depends on; without `canonicalQuery`, requests with one are rendered. */
  parameters?: readonly string[]
  /** Whether other parameters are ignored; if not, requests with one are rendered. */
  ignoresUnknown?: boolean
  /** Returns the one way to write a request's query; `null` if the request is to be rendered. */
  canonicalQuery?(address: RouteAddress): CanonicalQuery | null
  /** The headers that a response depends on as well, each with its canonical value. */
  headers?: Partial<Record<KeyHeader, (value: string) => string>>
  /** The cookies with which a response is rendered for its reader; all of them by default. */
  personal?: readonly PersonalCookie[]
  /**
   * Whether the main part of a page is the same for everybody: a request that a cookie makes personal gets the kept one then,
   * in a frame of its own. Without it such a request is rendered.
   */
  sharesMain?: true | ((ctx: RequestContext, id: ObjectId) => boolean | Promise<boolean>)
}

/** Kept by browsers and proxies without revalidation, for so many seconds; by the shop at most in a file. */
export interface AgePolicy {
  store: "browser" | "file"
  maxAge: number
}

export interface RouteAddress {
  url: URL
  params: Readonly<Record<string, string | undefined>>
}

export interface CanonicalQuery {
  search?: URLSearchParams
  /** Whether clients can make up as many such queries as they like: these share a smaller room. */
  isUnbounded?: boolean
}

export type KeyHeader = "Authorization" | "Accept-Language"

export const personalCookies = ["session", "cart", "toast", "draft", "reset"] as const
export type PersonalCookie = (typeof personalCookies)[number]

/** Returns the caching header of a policy that browsers follow by themselves. */
export function maxAgeOf({ maxAge }: AgePolicy): string {
  return `public, max-age=${maxAge}`
}
