import { type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node"
import type { Staff, Visitor } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { Shop } from "~/domain/shop"
import { isOutage } from "~/http/outage"
import { type CachePolicy, maxAgeOf } from "~/http/response-cache/cache-policy"
import { type Audience, buyers, members, returningBuyers, staffWith, visitors } from "./audience"
import { type DataResponse, type DoorwayContext, type DoorwayOptions, doorway, type Redirect } from "./doorway.server"
import { orderBuyers } from "./order-audience.server"
import { attempt, type RefusalRule } from "./refusals.server"
import { requestContextOf } from "./request-context.server"

interface PageOptions extends Pick<DoorwayOptions, "proof" | "forSetUp"> {
  /** Rules in order; other refusals become an error page. */
  refused?: RefusalRule<DoorwayContext<unknown>> | readonly RefusalRule<DoorwayContext<unknown>>[]
}

export const page = pageFor(visitors)

export function cachedPage<T>(cache: CachePolicy, work: (ctx: DoorwayContext<Visitor>) => T | Promise<T>) {
  return Object.assign(page(work), { cache })
}

export const buyerPage = pageFor(buyers)

/** For a buyer who returns from a payment, in any browser */
export const returnPage = pageFor(returningBuyers)

/** For the buyer of an order */
export const orderPage = pageFor(orderBuyers)

export const memberPage = pageFor(members)

export const adminPage = <P extends Permission, T>(
  permissions: P | readonly P[],
  work: (ctx: DoorwayContext<Staff<P>>) => T | Promise<T>,
  options?: PageOptions,
) => pageFor(staffWith(permissions))(work, options)

/** Renders without the database, so that the page works during an outage. */
export function staticPage<T>(
  cache: CachePolicy,
  work: (shop: Shop, context: AppLoadContext, request: Request) => T | Promise<T>,
) {
  const loader = async (args: LoaderFunctionArgs): Promise<T> => {
    await requestContextOf(args).catch((error) => {
      if (!isOutage(error)) throw error
    })
    const found = await work(args.context.shop, args.context, args.request)
    if (cache.store === "browser" && found instanceof Response) found.headers.set("Cache-Control", maxAgeOf(cache))
    return found
  }
  return Object.assign(loader, { audience: visitors, cache })
}

function pageFor<Actor>(audience: Audience<Actor>) {
  return <T>(work: (ctx: DoorwayContext<Actor>) => T | Promise<T>, { refused = [], ...options }: PageOptions = {}) => {
    const loader = (args: LoaderFunctionArgs): Promise<DataResponse<Exclude<T, Response>> | Redirect> =>
      doorway(
        audience,
        args,
        async (ctx) => {
          const found = await attempt(ctx, [refused].flat(), () => work(ctx))
          return found instanceof Response ? (found as Redirect) : data(found as Exclude<T, Response>)
        },
        options,
      )
    return Object.assign(loader, { audience, proof: options.proof })
  }
}
