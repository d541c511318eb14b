import type { LoaderFunctionArgs } from "@remix-run/node"
import { notFound } from "~/domain/shop-error"
import { adminPage } from "./page.server"

type Doorway<R> = (args: LoaderFunctionArgs) => Promise<R>

/** Selects one of several doorways by the parameters of the address. */
export function chosenBy<R>(find: (params: LoaderFunctionArgs["params"]) => Doorway<R> | undefined) {
  const doorway: Doorway<R> = (args) => (find(args.params) ?? (nothing as Doorway<unknown> as Doorway<never>))(args)
  return Object.assign(doorway, { audience: nothing.audience, chosen: find })
}

const nothing = adminPage([], () => {
  throw notFound("There is no such screen")
})
