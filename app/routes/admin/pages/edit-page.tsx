// /admin/page/:page

import { Link, useLoaderData } from "@remix-run/react"
import { MAX_BODY } from "~/domain/pages/page"
import { PageForm } from "~/domain/pages/page-schema"
import { findPage } from "~/domain/pages/page-versions.server"
import { savePage } from "~/domain/pages/save-page.server"
import { renderPage, unfilledPlaceholdersOf } from "~/domain/pages/view-page.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { AdminPage } from "~/routes/admin/admin-page"
import { StaffLink } from "~/routes/admin/permitted/permitted"
import { useFormResult } from "~/ui/form/use-form-result"
import { title } from "~/ui/shell/title"
import { PageEditor } from "./page-editor"
import { pageNameOf } from "./page-name.server"
import { UnfilledPlaceholders } from "./unfilled-placeholders"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ page }) => `Edit ${page.title}`)

export const loader = adminPage("pages.edit", async ({ shop, params }) => {
  const page = await findPage(shop, pageNameOf(params))
  return { page, unfilled: unfilledPlaceholdersOf(shop, page) }
})

export const action = adminForm(
  "pages.edit",
  PageForm,
  async ({ shop, actor, params, redirectWithSuccess }, { version, title, body }) => {
    const name = pageNameOf(params)
    await savePage(shop, actor, name, { version, title, body })
    return redirectWithSuccess(paths.editPage(name), "Page saved")
  },
  {
    refreshButton: "preview",
    refusalData: async (sent, error, { shop }) => ({
      ...staleFieldsOf(sent, error),
      ...(sent.has("preview") && { preview: (await renderPage(shop, textOf(sent))).html }),
    }),
  },
)

function textOf(sent: FormData) {
  return { title: "", body: String(sent.get("body") ?? "").slice(0, MAX_BODY) }
}

export default function EditPage() {
  const { page, unfilled } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Edit page"
      lead={<Link to={paths.page(page.name)}>{page.title}</Link>}
      actions={
        <>
          <Link to={paths.pageHistory(page.name)}>History</Link>
          <StaffLink to="/admin/audit?kind=page">Who did what</StaffLink>
        </>
      }
    >
      <UnfilledPlaceholders places={unfilled} />
      <PageEditor key={page.name} page={page} preview={useFormResult<typeof action>()?.preview} />
    </AdminPage>
  )
}
