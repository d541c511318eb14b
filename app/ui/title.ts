import type { MetaDescriptor } from "@remix-run/node"
import { type MetaArgs, pageMeta } from "./page-meta"

/** The `meta` of a page that is always the same. */
export function title(text: string, description?: string): (args: MetaArgs) => MetaDescriptor[] {
  return (args) => pageMeta(args, { title: text, description })
}
