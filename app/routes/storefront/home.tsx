// /
import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/node"
import { page } from "~/http/page.server"

export const meta: MetaFunction = () => [{ title: "Home" }]

export function loader(args: LoaderFunctionArgs) {
  return page(args, async () => ({}))
}

export default function Home() {
  return <h1>Home</h1>
}
