// /admin/page/:page/version/:version

import { Link, useLoaderData } from "@remix-run/react"
import { findPage, findPageVersion } from "~/domain/pages/page-versions.server"
import { restorePage } from "~/domain/pages/save-page.server"
import { renderPage } from "~/domain/pages/view-page.server"
import { versionSchema } from "~/domain/records/record-version"
import { RestoreVersion } from "~/domain/settings/settings-schema"
import { notFound } from "~/domain/shop-error"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { DateTime } from "~/ui/date-time"
import { PostForm } from "~/ui/form/post-form"
import { Prose } from "~/ui/prose"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { pageNameOf } from "./page-name.server"
import { versionName } from "./version-name"

export const meta = title<typeof loader>(({ version }) => `${versionName(version.version)} of ${version.title}`)

type Params = Readonly<Record<string, string | undefined>>

function versionOf({ version }: Params): number {
  const parsed = versionSchema.safeParse(version)
  if (!parsed.success) throw notFound("There is no such version of this page")
  return parsed.data
}

export const loader = adminPage("pages.edit", async ({ shop, params }) => {
  const name = pageNameOf(params)
  const [page, current] = await Promise.all([findPageVersion(shop, name, versionOf(params)), findPage(shop, name)])
  const { body: _, ...version } = page
  return { version, snapshot: current.version, html: (await renderPage(shop, page)).html }
})

const toSamePage = asToast(({ url }) => url.pathname)

export const action = adminForm(
  "pages.edit",
  RestoreVersion.pick({ snapshot: true }),
  async ({ shop, actor, params, redirectWithSuccess }, { snapshot }) => {
    const name = pageNameOf(params)
    await restorePage(shop, actor, name, { version: versionOf(params), snapshot })
    return redirectWithSuccess(paths.editPage(name), "Earlier version restored")
  },
  { refused: (error, ctx) => (error.kind === "conflict" ? toSamePage(error, ctx) : null) },
)

export default function Version() {
  const { version, snapshot, html } = useLoaderData<typeof loader>()
  const { name, author, createdAt } = version
  return (
    <AdminPage
      title={versionName(version.version)}
      lead={
        createdAt ? (
          <>
            Saved on <DateTime date={createdAt} /> by {author}
          </>
        ) : (
          "Original text"
        )
      }
      actions={<Link to={paths.pageHistory(name)}>History</Link>}
    >
      {version.version === snapshot ? (
        <p className="muted">Shoppers see this version.</p>
      ) : (
        <PostForm
          tool={{ name: "restore_version", description: "Shows this version of the page again", submits: true }}
        >
          <input type="hidden" name="snapshot" value={snapshot} />
          <Button icon="undo">Restore this version</Button>
        </PostForm>
      )}
      <section className="panel stack" aria-label={version.title}>
        <h2>{version.title}</h2>
        <Prose html={html} />
      </section>
    </AdminPage>
  )
}
