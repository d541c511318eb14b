// /admin/pages
import { Link, useLoaderData } from "@remix-run/react"
import { listPages } from "~/domain/pages/page-versions.server"
import { unfilledPlaceholdersOf } from "~/domain/pages/view-page.server"
import { pluralize } from "~/domain/text/pluralize"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { DateTime } from "~/ui/date-time"
import { DataTable } from "~/ui/lists/data-table"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"

export const meta = title("Pages")

export const loader = adminPage("pages.edit", async ({ shop, actor }) => {
  const pages = await listPages(shop, actor)
  return {
    pages: pages.map((page) => {
      const { name, title, author, createdAt } = page
      return { name, title, author, createdAt, unfilled: unfilledPlaceholdersOf(shop, page).length }
    }),
  }
})

export default function Pages() {
  const { pages } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Pages"
      lead="Information about the shop, with links in the footer of every page. The original texts are drafts, and no legal advice."
    >
      <DataTable
        caption="Pages"
        columns={[
          { key: "page", label: "Page" },
          { key: "address", label: "Address" },
          { key: "edited", label: "Last edited" },
          { key: "open", label: "To fill in" },
        ]}
        rows={pages.map(({ name, title, author, createdAt, unfilled }) => ({
          id: name,
          page: <Link to={paths.editPage(name)}>{title}</Link>,
          address: <Link to={paths.page(name)}>{paths.page(name)}</Link>,
          edited: createdAt ? (
            <>
              <DateTime date={createdAt} /> by {author}
            </>
          ) : (
            <span className="muted">Never (original text)</span>
          ),
          open: unfilled > 0 ? pluralize(unfilled, "place") : <span className="muted">Nothing</span>,
        }))}
      />
    </AdminPage>
  )
}
