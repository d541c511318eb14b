import type { MetaDescriptor, MetaFunction } from "@remix-run/node"
import { pageMeta } from "./page-meta"

type MetaArgsOf<Loader> = Parameters<MetaFunction<Loader>>[0]
type DataOf<Loader> = NonNullable<MetaArgsOf<Loader>["data"]>

export function title<Loader = unknown>(text: string | ((data: DataOf<Loader>) => string), description?: string) {
  return ({ data, matches, location }: MetaArgsOf<Loader>): MetaDescriptor[] => {
    if (typeof text === "string") return pageMeta({ matches, location }, { title: text, description })
    return data ? pageMeta({ matches, location }, { title: text(data), description }) : []
  }
}
