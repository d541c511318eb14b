import type { Categories } from "~/domain/catalog/categories/categories"
import type { ObjectId } from "~/domain/object-id"
import type { RequestContext } from "~/http/doorways/request-context.server"
import type { Cookies } from "~/http/session/cookies.server"
import type { CookieSource } from "~/http/session/signed-cookie.server"

export type CachePolicy = MemoryPolicy | AgePolicy

/** Stored by the shop for anonymous requests until a tag of the response changes */
export interface MemoryPolicy {
  store: "memory"
  parameters?: readonly string[]
  ignoresUnknown?: boolean
  canonicalQuery?(address: RouteAddress): CanonicalQuery | null
  headers?: Partial<Record<KeyHeader, (value: string) => string>>
  /** Cookies that bypass the cache; all by default */
  personal?: readonly PersonalCookie[]
  /** Whether personal pages have the same main part, so that only the frame is rendered */
  sharesMain?: true | ((visit: Visit, id: ObjectId) => boolean | Promise<boolean>)
}

/** Whose browser asks for a page */
export interface Visit extends Pick<RequestContext, "session" | "user" | "setCookie"> {
  request: CookieSource
  context: Pick<Cookies, "viewedCookie">
}

/** Stored by browsers and proxies without revalidation for `maxAge` seconds */
interface AgePolicy {
  store: "browser" | "file"
  maxAge: number
}

export interface RouteAddress {
  url: URL
  params: Readonly<Record<string, string | undefined>>
  categories: Categories
}

export interface CanonicalQuery {
  search?: URLSearchParams
  /** Whether clients can invent such queries; these share a smaller cache. */
  isUnbounded?: boolean
}

type KeyHeader = "Authorization" | "Accept-Language"

export const personalCookies = ["session", "cart", "toast", "draft", "reset"] as const
export type PersonalCookie = (typeof personalCookies)[number]

export function maxAgeOf({ maxAge }: AgePolicy): string {
  return `public, max-age=${maxAge}`
}
