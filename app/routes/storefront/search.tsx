// /search
import type { LoaderFunctionArgs } from "@remix-run/node"
import { page } from "~/http/page.server"
import { PageHeading } from "~/ui/page-heading"
import { title } from "~/ui/title"

export const meta = title("Search")

export function loader(args: LoaderFunctionArgs) {
  return page(args, () => ({}))
}

export default function Search() {
  return (
    <div className="page page-narrow">
      <PageHeading title="Search" />
    </div>
  )
}
