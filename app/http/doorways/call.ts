import type { z } from "zod"
import type { Staff } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { Upload } from "~/domain/media/store-picture.server"
import type { Shop } from "~/domain/shop"
import type { CachePolicy } from "~/http/cache-policy"
import { type Audience, members, staffWith, visitors } from "./audience"
import type { RequestContext } from "./request-context.server"

export type Method = "GET" | "POST" | "PUT" | "DELETE"

/** The chapters of the reference. */
export const chapters = ["Products", "Reviews", "Account", "Payment", "Orders", "Administration"] as const
type Chapter = (typeof chapters)[number]

/** The input and output of a call. Requests are checked against it, and the public description is generated from it. */
interface CallDescription<Answer extends z.ZodRawShape, Query extends z.ZodType, Body extends z.ZodType> {
  chapter: Chapter
  /** The summary, in the imperative: "Leave a review". */
  summary: string
  /** Details that the developer of a client would not guess. */
  notes?: string
  query?: Query
  body?: Body
  /** Fields of the body that the call parses itself, and only sometimes. */
  parsedLater?: Record<string, z.ZodType>
  /** The field beside the body's in which pictures come: files or base64 data URLs. */
  pictures?: "avatar" | "images"
  /** A body that an example shows. */
  example?: z.input<Body>
  /** 200 by default. */
  status?: 201
  /** The answer's `message`, when it is always the same. */
  successMessage?: string
  /** The fields of the answer beside the envelope. */
  response?: Answer
  /** The words of the refusals that are this call's own, by status. */
  refusals?: Partial<Record<RefusalStatus, string | string[]>>
}

export type RefusalStatus = 400 | 401 | 402 | 403 | 404 | 409 | 429

/** The context of a call that does not depend on who makes it. */
export interface PublicCallContext<Query extends z.ZodType = z.ZodType> {
  readonly shop: Shop
  readonly url: URL
  readonly params: Readonly<Record<string, string | undefined>>
  /** The id in the path in lower case; empty, which nothing is called, when it cannot be one. */
  readonly id: string
  readonly query: z.output<Query>
}

/** The context of a call that knows who makes it. */
export interface CallContext<Actor = unknown, Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>
  extends RequestContext,
    PublicCallContext<Query> {
  readonly shop: Shop
  readonly url: URL
  readonly actor: Actor
  readonly body: z.output<Body>
  readonly pictures: Upload[]
}

/** A call that answers nothing beside the envelope returns nothing. */
type CallHandler<S, Answer extends z.ZodRawShape> = keyof Answer extends never
  ? (ctx: S) => Promise<void>
  : (ctx: S) => Promise<z.input<z.ZodObject<Answer>>>

/** A call as the doorway and the description see it. */
export interface Call extends CallDescription<z.ZodRawShape, z.ZodType, z.ZodType> {
  /** Who may make it; null where the response does not even depend on who asks. */
  readonly audience: Audience<unknown> | null
  readonly handler: (ctx: never) => unknown
  readonly cache?: CachePolicy
}

/** The same for everybody: no session is looked up, and responses may be kept as the policy says. */
export function publicRead<
  Answer extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
>(
  description: CallDescription<Answer, Query, z.ZodUndefined> & { cache: CachePolicy },
  work: CallHandler<PublicCallContext<Query>, Answer>,
): Call {
  const { cache } = description
  const shared: CachePolicy = cache.store === "memory" ? { ...cache, personal: [] } : cache
  return { ...description, cache: shared, audience: null, handler: work }
}

/** For everybody, whether signed in or not. */
export const visitorCall = callFor(visitors)

/** For who is signed in. */
export const memberCall = callFor(members)

/** For staff with one permission or several. */
export const adminCall = <
  P extends Permission,
  Answer extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(
  permissions: P | readonly P[],
  description: CallDescription<Answer, Query, Body>,
  work: CallHandler<CallContext<Staff<P>, Query, Body>, Answer>,
) => callFor(staffWith(permissions))(description, work)

function callFor<Actor>(audience: Audience<Actor>) {
  return <
    Answer extends z.ZodRawShape = Record<never, never>,
    Query extends z.ZodType = z.ZodUndefined,
    Body extends z.ZodType = z.ZodUndefined,
  >(
    description: CallDescription<Answer, Query, Body>,
    work: CallHandler<CallContext<Actor, Query, Body>, Answer>,
  ): Call => ({ ...description, audience, handler: work })
}
