// /admin/page/:page

import { Link, useLoaderData } from "@remix-run/react"
import { MAX_BODY } from "~/domain/pages/page"
import { PageForm, pageRecord } from "~/domain/pages/page-schema"
import { findPage } from "~/domain/pages/page-versions.server"
import { savePage } from "~/domain/pages/save-page.server"
import { renderPage, unfilledPlaceholdersOf } from "~/domain/pages/view-page.server"
import { pluralize } from "~/domain/text/pluralize"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { SubmitButton } from "~/ui/form/submit-button"
import { useFormResult } from "~/ui/form/use-form-result"
import { Notice } from "~/ui/notice"
import { Prose } from "~/ui/prose"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { RecordLink, StaffLink } from "../permitted/permitted"
import { RecordForm } from "../record-form"
import { MarkdownHelp } from "./markdown-help"
import { pageNameOf } from "./page-name.server"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title<typeof loader>(({ page }) => `Edit ${page.title}`)

export const loader = adminPage("pages.edit", async ({ shop, params }) => {
  const page = await findPage(shop, pageNameOf(params))
  const form = pageRecord.view(pageRecord.textsOf(page), { snapshot: page.version })
  return {
    page: { name: page.name, title: page.title, isOriginal: page.version === 0 },
    ...{ form, unfilled: unfilledPlaceholdersOf(shop, page) },
  }
})

export const action = adminForm(
  "pages.edit",
  PageForm,
  async ({ shop, actor, params, redirectWithSuccess }, { snapshot, title, body }) => {
    const name = pageNameOf(params)
    await savePage(shop, actor, name, { snapshot, title, body })
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
  const { page, form, unfilled } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Edit page"
      lead={<Link to={paths.page(page.name)}>{page.title}</Link>}
      actions={
        <>
          <Link to={paths.pageHistory(page.name)}>History</Link>
          <StaffLink to="/admin/audit?kind=page">Audit log</StaffLink>
        </>
      }
    >
      {page.isOriginal && <p className="muted">This original text is a draft, and no legal advice.</p>}
      <UnfilledPlaceholders places={unfilled} />
      <PageEditor key={page.name} form={form} preview={useFormResult<typeof action>()?.preview} />
    </AdminPage>
  )
}

interface PageEditorProps {
  form: ReturnType<typeof pageRecord.view>
  /** The rendered HTML */
  preview: string | undefined
}

function PageEditor({ form, preview }: PageEditorProps) {
  return (
    <>
      <RecordForm tool={{ name: "save_page", description: "Saves the page", submits: true }} id="page" form={form}>
        {(field) => (
          <>
            {field("title")}
            {field("body")}
            <MarkdownHelp />
            <div className="cluster">
              <SubmitButton>Save</SubmitButton>
              <Button name="preview" value="Preview" variant="secondary" icon="eye">
                Preview
              </Button>
            </div>
          </>
        )}
      </RecordForm>
      {preview !== undefined && (
        <section className="stack" aria-labelledby="preview">
          <h2 id="preview">Preview</h2>
          <div className="panel">
            <Prose html={preview} />
          </div>
        </section>
      )}
    </>
  )
}

function UnfilledPlaceholders({ places }: { places: string[] }) {
  if (places.length === 0) return null
  return (
    <Notice tone="neutral" title={`${pluralize(places.length, "place")} to fill in`}>
      <p>
        The page is marked as a sample until you fill them in, here or in the{" "}
        <RecordLink to="/admin/settings">settings</RecordLink>:
      </p>
      <ul>
        {places.map((place) => (
          <li key={place}>{place}</li>
        ))}
      </ul>
    </Notice>
  )
}
