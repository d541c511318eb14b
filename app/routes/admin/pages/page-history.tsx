// /admin/page/:page/history
import { Link, useLoaderData } from "@remix-run/react"
import { PageFilter } from "~/domain/lists/page-number"
import { findPage, listPageVersions } from "~/domain/pages/page-versions.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { DateTime } from "~/ui/date-time"
import { title } from "~/ui/shell/title"
import { ListPage } from "../tables/list-page"
import { pageNameOf } from "./page-name.server"
import { versionName } from "./version-name"

export const meta = title<typeof loader>(({ title }) => `History of ${title}`)

export const loader = adminPage("pages.edit", async ({ shop, actor, params, url }) => {
  const name = pageNameOf(params)
  const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
  const [page, { versions, count }] = await Promise.all([
    findPage(shop, name),
    listPageVersions(shop, actor, name, filter),
  ])
  const rows = versions.map(({ body: _, ...version }) => version)
  return { name, current: page.version, title: page.title, versions: rows, count, filter }
})

export default function PageHistory() {
  const { name, current, title, versions, count, filter } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="History"
      lead={<Link to={paths.editPage(name)}>{title}</Link>}
      caption="Saved versions"
      list={{ path: paths.pageHistory(name), filter }}
      count={count}
      empty={{ title: "Nothing has been saved yet" }}
      columns={[
        { key: "version", label: "Version" },
        { key: "title", label: "Title" },
        { key: "saved", label: "Saved" },
        { key: "who", label: "Who" },
      ]}
      rows={versions.map(({ version, title, author, createdAt, restoredFrom }) => ({
        id: String(version),
        version: (
          <>
            <Link to={paths.pageVersion(name, version)}>{versionName(version)}</Link>
            {version === current && " (current)"}
          </>
        ),
        title,
        saved: createdAt ? <DateTime date={createdAt} /> : "–",
        who: `${author ?? "–"}${restoredFrom === null ? "" : `, from ${versionName(restoredFrom).toLowerCase()}`}`,
      }))}
    />
  )
}
