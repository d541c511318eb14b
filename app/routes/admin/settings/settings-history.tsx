// /admin/settings/history

import { Link, useLoaderData } from "@remix-run/react"
import { PageFilter } from "~/domain/lists/page-number"
import { restoreSettings } from "~/domain/settings/change-settings.server"
import { factNames, pictureNames } from "~/domain/settings/settings"
import { RestoreVersion } from "~/domain/settings/settings-schema"
import { listSettingsChanges, type SettingsChange } from "~/domain/settings/settings-versions.server"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { asToast } from "~/http/doorways/refusals.server"
import { DateTime } from "~/ui/date-time"
import { RouteError } from "~/ui/shell/route-error"
import { title } from "~/ui/shell/title"
import { auditFieldLabel, formatAuditValue } from "../audit/audit-words.server"
import { ChangeList } from "../before-after"
import { ListPage } from "../tables/list-page"
import { RowButton } from "../tables/row-button"

export { RouteError as ErrorBoundary }

const HISTORY = "/admin/settings/history"

export const meta = title("History of the settings")

export const loader = adminPage("settings.edit", async ({ shop, actor, url }) => {
  const filter = PageFilter.parse(Object.fromEntries(url.searchParams))
  const { currency } = shop.settings.current.pricing
  const { changes, newest, count } = await listSettingsChanges(shop, actor, filter)
  return { changes: changes.map((change) => viewChange(change, currency)), newest, count, filter }
})

function viewChange({ version, before }: SettingsChange, currency: string) {
  const changed = factNames.filter((name) => version.settings[name] !== before.settings[name])
  const facts = changed.map((name) => ({
    label: auditFieldLabel(name),
    before: formatAuditValue(name, before.settings[name], currency),
    after: formatAuditValue(name, version.settings[name], currency),
  }))
  const pictures = pictureNames
    .filter((name) => version.settings[name]?.id !== before.settings[name]?.id)
    .map((name) => ({ label: auditFieldLabel(name) }))
  const { author, createdAt, restoredFrom } = version
  return { version: version.version, author, createdAt, restoredFrom, changes: [...facts, ...pictures] }
}

export const action = adminForm(
  "settings.edit",
  RestoreVersion,
  async ({ shop, actor, redirectWithSuccess }, versions) => {
    await restoreSettings(shop, actor, versions)
    return redirectWithSuccess("/admin/settings", "Earlier settings restored")
  },
  { screen: HISTORY, refused: asToast(HISTORY) },
)

export default function SettingsHistory() {
  const { changes, newest, count, filter } = useLoaderData<typeof loader>()
  return (
    <ListPage
      title="History"
      lead={<Link to="/admin/settings">Settings</Link>}
      caption="Saved versions"
      list={{ path: HISTORY, filter }}
      count={count}
      empty={{ title: "Nothing has been saved yet" }}
      columns={[
        { key: "saved", label: "Saved" },
        { key: "who", label: "Who" },
        { key: "changes", label: "Changes" },
      ]}
      rows={changes.map((change) => ({
        id: String(change.version),
        saved: change.createdAt && <DateTime date={change.createdAt} />,
        who: change.author,
        changes: <ChangeList changes={change.changes} />,
        actions: <Restore version={change.version} newest={newest} />,
      }))}
    />
  )
}

/** Undoes the newest version, or puts an older one back. */
function Restore({ version, newest }: { version: number; newest: number }) {
  const undoes = version === newest
  return (
    <RowButton
      fields={{ version: undoes ? version - 1 : version, snapshot: newest }}
      icon="undo"
      name={undoes ? "Undo the newest change" : `Restore version ${version}`}
    >
      {undoes ? "Undo" : "Restore"}
    </RowButton>
  )
}
