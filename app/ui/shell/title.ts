import type { MetaDescriptor, MetaFunction } from "@remix-run/node"
import { type PageDescription, pageMeta } from "./page-meta"

type MetaArgsOf<Loader> = Parameters<MetaFunction<Loader>>[0]
type DataOf<Loader> = NonNullable<MetaArgsOf<Loader>["data"]>

export function title<Loader = unknown>(
  text: string | ((data: DataOf<Loader>) => string),
  more?: Pick<PageDescription, "description" | "indexed">,
) {
  return ({ data, matches, location }: MetaArgsOf<Loader>): MetaDescriptor[] => {
    if (typeof text === "string") return pageMeta({ matches, location }, { title: text, ...more })
    return data ? pageMeta({ matches, location }, { title: text(data), ...more }) : []
  }
}
