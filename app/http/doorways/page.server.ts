import { type AppLoadContext, data, type LoaderFunctionArgs } from "@remix-run/node"
import type { Staff } from "~/domain/accounts/actor"
import type { Permission } from "~/domain/accounts/permission"
import type { Shop } from "~/domain/shop"
import { isOutage } from "~/http/outage"
import { type Audience, members, staffWith, visitors } from "./audience"
import { type DataAnswer, type DoorwayContext, doorway, type Redirect } from "./doorway.server"
import { attempt, type RefusalRule } from "./refusals.server"
import { requestContextOf } from "./request-context.server"

interface PageOptions {
  /** Where refusals of the work lead, asked in this order; what no rule knows is an error page. */
  refused?: RefusalRule<DoorwayContext<unknown>> | readonly RefusalRule<DoorwayContext<unknown>>[]
}

/** The loader of a screen for everybody: answers what `work` finds. */
export const page = pageFor(visitors)

/** The same for who is signed in; others are led to the sign-in page and back. */
export const memberPage = pageFor(members)

/** The same for staff with one permission or several. */
export const adminPage = <P extends Permission, T>(
  permissions: P | readonly P[],
  work: (ctx: DoorwayContext<Staff<P>>) => T | Promise<T>,
  options?: PageOptions,
) => pageFor(staffWith(permissions))(work, options)

/** The loader of a screen that needs nothing of the database, and is there while that is away. */
export function staticPage<T>(work: (shop: Shop, context: AppLoadContext) => T | Promise<T>) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    await requestContextOf(args).catch((error) => {
      if (!isOutage(error)) throw error
    })
    return work(args.context.shop, args.context)
  }
}

function pageFor<Actor>(audience: Audience<Actor>) {
  return <T>(work: (ctx: DoorwayContext<Actor>) => T | Promise<T>, { refused = [] }: PageOptions = {}) =>
    (args: LoaderFunctionArgs): Promise<DataAnswer<Exclude<T, Response>> | Redirect> =>
      doorway(audience, args, async (ctx) => {
        const found = await attempt(ctx, [refused].flat(), () => work(ctx))
        return found instanceof Response ? (found as Redirect) : data(found as Exclude<T, Response>)
      })
}
