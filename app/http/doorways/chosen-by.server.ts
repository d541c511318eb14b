import type { LoaderFunctionArgs } from "@remix-run/node"
import { notFound } from "~/domain/shop-error"
import { adminPage } from "./page.server"

type Doorway<R> = (args: LoaderFunctionArgs) => Promise<R>

/** For an address of the back office with several doorways: the one that is found by the address's parameters. */
export function chosenBy<R>(find: (params: LoaderFunctionArgs["params"]) => Doorway<R> | undefined): Doorway<R> {
  return (args) => (find(args.params) ?? nothing)(args)
}

const nothing: Doorway<never> = adminPage([], () => {
  throw notFound("There is no such screen")
}) as Doorway<never>
