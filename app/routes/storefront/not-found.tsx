// /*
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/page.server"
import { title } from "~/ui/title"

export const meta = title("Page Not Found")

export function loader(args: LoaderFunctionArgs) {
  return page(args, () => {
    throw notFound("There is nothing at this address. It may have moved, or it has a typing mistake.")
  })
}

export function action(args: ActionFunctionArgs) {
  return loader(args)
}

/** Never shown: the loader's refusal leads to the error page. */
export default function NotFound() {
  return null
}
