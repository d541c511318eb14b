import type { z } from "zod"
import type { Staff } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { Upload } from "~/domain/media/store-picture.server"
import type { Shop } from "~/domain/shop"
import type { CachePolicy } from "~/http/response-cache/cache-policy"
import { type Audience, buyers, members, staffWith, visitors } from "./audience"
import type { RequestContext } from "./request-context.server"

export type Method = "GET" | "POST" | "PUT" | "DELETE"

export const chapters = ["Products", "Reviews", "Account", "Payment", "Orders", "Administration"] as const
type Chapter = (typeof chapters)[number]

/** Validates requests, and generates the API reference. */
interface CallDescription<Output extends z.ZodRawShape, Query extends z.ZodType, Body extends z.ZodType> {
  chapter: Chapter
  /** An imperative sentence, such as "Leave a review" */
  summary: string
  notes?: string
  query?: Query
  body?: Body
  /** Fields that the handler parses itself, under some conditions */
  parsedLater?: Record<string, z.ZodType>
  /** The field for files or base64 data URLs */
  pictures?: "avatar" | "images"
  example?: z.input<Body>
  status?: 201
  successMessage?: string
  response?: Output
  /** Messages for this call's refusals, by status */
  refusals?: Partial<Record<RefusalStatus, string | string[]>>
}

export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 429

export interface PublicCallContext<Query extends z.ZodType = z.ZodType> {
  readonly shop: Shop
  readonly url: URL
  readonly params: Readonly<Record<string, string | undefined>>
  /** `""` if the parameter is not a valid id */
  readonly id: string
  readonly query: z.output<Query>
}

export interface CallContext<Actor = unknown, Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>
  extends RequestContext,
    PublicCallContext<Query> {
  readonly actor: Actor
  readonly body: z.output<Body>
  readonly pictures: Upload[]
}

type CallHandler<S, Output extends z.ZodRawShape> = keyof Output extends never
  ? (ctx: S) => Promise<void>
  : (ctx: S) => Promise<z.input<z.ZodObject<Output>>>

export interface Call extends CallDescription<z.ZodRawShape, z.ZodType, z.ZodType> {
  /** `null` if the response does not depend on the user */
  readonly audience: Audience<unknown> | null
  readonly handler: (ctx: never) => unknown
  readonly cache?: CachePolicy
}

/** Reads no session, so that responses can be cached. */
export function publicRead<
  Output extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
>(
  description: CallDescription<Output, Query, z.ZodUndefined> & { cache: CachePolicy },
  work: CallHandler<PublicCallContext<Query>, Output>,
): Call {
  const { cache } = description
  const shared: CachePolicy = cache.store === "memory" ? { ...cache, personal: [] } : cache
  return { ...description, cache: shared, audience: null, handler: work }
}

export const visitorCall = callFor(visitors)

export const buyerCall = callFor(buyers)

export const memberCall = callFor(members)

export const adminCall = <
  P extends Permission,
  Output extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  permissions: P | readonly P[],
  description: Omit<CallDescription<Output, Query, Body>, "chapter">,
  work: CallHandler<CallContext<Staff<P>, Query, Body>, Output>,
) => callFor(staffWith(permissions))({ chapter: "Administration", ...description }, work)

function callFor<Actor>(audience: Audience<Actor>) {
  return <
    Output extends z.ZodRawShape = Record<never, never>,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
  >(
    description: CallDescription<Output, Query, Body>,
    work: CallHandler<CallContext<Actor, Query, Body>, Output>,
  ): Call => ({ ...description, audience, handler: work })
}
