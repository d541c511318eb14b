import type { MetaFunction } from "@remix-run/node"
import { useLoaderData } from "@remix-run/react"
import type { ReactNode } from "react"
import type { RenderedPage } from "~/domain/pages/page"
import { Prose } from "~/ui/prose"
import { PageHeading } from "~/ui/shell/page-heading"
import { pageMeta } from "~/ui/shell/page-meta"

export const contentMeta: MetaFunction<() => Promise<RenderedPage>> = ({ data, ...args }) =>
  data ? pageMeta(args, { title: data.title, description: data.summary, indexed: true }) : []

export function ContentPage({ before, after }: { before?: ReactNode; after?: ReactNode }) {
  const { title, html } = useLoaderData<() => RenderedPage>()
  return (
    <div className="page page-narrow">
      <PageHeading title={title} />
      {before}
      <Prose html={html} />
      {after}
    </div>
  )
}
