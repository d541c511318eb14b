import type { z } from "zod"
import { type Admin, type Member, requireAdmin, requireMember, type User } from "~/domain/accounts/user"
import type { Upload } from "~/domain/media/store-picture.server"
import type { Shop } from "~/domain/shop"
import type { Visit } from "./visit.server"

export type Method = "GET" | "POST" | "PUT" | "DELETE"

/** The chapters of the reference. */
export const chapters = ["Products", "Reviews", "Account", "Payment", "Orders", "Administration"] as const
export type Chapter = (typeof chapters)[number]

/** What a call takes and answers. The doorway goes by it, and the public description is generated from it. */
interface Description<Answer extends z.ZodRawShape, Query extends z.ZodType, Body extends z.ZodType> {
  chapter: Chapter
  /** What it does, as an order: "Leave a review". */
  summary: string
  /** What the developer of a client would not guess. */
  notes?: string
  query?: Query
  body?: Body
  /** Fields of the body that the call parses itself, and only sometimes. */
  parsedLater?: Record<string, z.ZodType>
  /** The field beside the body's in which pictures come: files or base64 data URLs. */
  pictures?: "avatar" | "images"
  /** A body that an example shows. */
  example?: z.input<Body>
  /** 200 unless told otherwise. */
  status?: 201
  /** The answer's `message`, when it is always the same. */
  says?: string
  /** What the answer holds beside the envelope. */
  answer?: Answer
  /** The words of the refusals that are this call's own, by status. */
  refusals?: Partial<Record<Refusal, string | string[]>>
}

export type Refusal = 400 | 401 | 402 | 403 | 404 | 409 | 429

/** What a call works with that is the same for everybody. */
export interface PublicScene<Query extends z.ZodType = z.ZodType> {
  readonly shop: Shop
  readonly url: URL
  readonly params: Readonly<Record<string, string | undefined>>
  /** The id in the path in lower case; empty, which nothing is called, when it cannot be one. */
  readonly id: string
  readonly query: z.output<Query>
}

/** What a call of somebody works with. */
export interface CallScene<Actor = unknown, Query extends z.ZodType = z.ZodType, Body extends z.ZodType = z.ZodType>
  extends Visit,
    PublicScene<Query> {
  readonly shop: Shop
  readonly url: URL
  readonly actor: Actor
  readonly body: z.output<Body>
  readonly pictures: Upload[]
}

/** A call that answers nothing beside the envelope returns nothing. */
type Work<S, Answer extends z.ZodRawShape> = keyof Answer extends never
  ? (scene: S) => Promise<void>
  : (scene: S) => Promise<z.input<z.ZodObject<Answer>>>

/** A call as the doorway and the description see it. */
export interface Call extends Description<z.ZodRawShape, z.ZodType, z.ZodType> {
  /** Who may make it; what `anybody` reads does not even depend on who asks. */
  readonly audience: "anybody" | "visitor" | "member" | "admin"
  /** @throws ShopError for who may not make it */
  readonly admit: (user: User | null) => User | null
  readonly work: (scene: never) => unknown
}

/** Anybody reads the same: no session is looked up, and the answer may be kept and asked for again. */
export function publicRead<
  Answer extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
>(description: Description<Answer, Query, z.ZodUndefined>, work: Work<PublicScene<Query>, Answer>): Call {
  return { ...description, audience: "anybody", admit: () => null, work }
}

/** For everybody, whether signed in or not. */
export function visitorCall<
  Answer extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(description: Description<Answer, Query, Body>, work: Work<CallScene<User | null, Query, Body>, Answer>): Call {
  return { ...description, audience: "visitor", admit: (user) => user, work }
}

/** For who is signed in. */
export function memberCall<
  Answer extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(description: Description<Answer, Query, Body>, work: Work<CallScene<Member, Query, Body>, Answer>): Call {
  return { ...description, audience: "member", admit: requireMember, work }
}

/** For administrators. */
export function adminCall<
  Answer extends z.ZodRawShape = Record<never, never>,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(description: Description<Answer, Query, Body>, work: Work<CallScene<Admin, Query, Body>, Answer>): Call {
  return { ...description, audience: "admin", admit: requireAdmin, work }
}
