// /admin/*
import type { ActionFunctionArgs, LoaderFunctionArgs } from "@remix-run/node"
import { notFound } from "~/domain/shop-error"
import { adminPage } from "~/http/page.server"
import { title } from "~/ui/title"

export const meta = title("Page Not Found")

/** Only administrators learn which screens exist. */
export function loader(args: LoaderFunctionArgs) {
  return adminPage(args, () => {
    throw notFound("There is no such screen")
  })
}

export function action(args: ActionFunctionArgs) {
  return loader(args)
}

/** Never shown: the loader's refusal leads to the error page. */
export default function NotFound() {
  return null
}
