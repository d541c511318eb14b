// /admin/settings
import { Link, useLoaderData } from "@remix-run/react"
import { listTimeZones } from "~/domain/days/days-in.server"
import { viewPicture } from "~/domain/media/picture"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { SettingsForm } from "~/domain/settings/settings-schema"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { SettingsEditor } from "./settings-editor"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Settings")

export const loader = adminPage("settings.edit", async ({ shop }) => {
  const { version, settings } = await readNewestSettings(shop)
  const { logo, notice: _, ...facts } = settings
  const { name, email } = shop.identity
  const zones = listTimeZones()
  return {
    version,
    facts,
    logo: logo && viewPicture(logo, "", shop.media.baseUrl),
    inUse: { name, email },
    timeZones: facts.timeZone === "" || zones.includes(facts.timeZone) ? zones : [facts.timeZone, ...zones],
  }
})

export const action = adminForm(
  "settings.edit",
  SettingsForm,
  async ({ shop, actor, files, redirectWithSuccess }, { snapshot, withoutLogo, ...facts }) => {
    const logo = files[0] ?? (withoutLogo ? null : undefined)
    await changeSettings(shop, actor, { snapshot, facts, logo })
    return redirectWithSuccess("/admin/settings", "Settings saved")
  },
  { fileField: "logo", refusalData: staleFieldsOf },
)

export default function Settings() {
  const saved = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Settings"
      lead="Empty fields are not shown in the shop."
      actions={
        <>
          <StaffLink to="/admin/settings/second-factors">Second factors</StaffLink>{" "}
          <Link to="/admin/settings/numbers">Order and invoice numbers</Link>{" "}
          <Link to="/admin/settings/legal-guarantee">Legal guarantee</Link>{" "}
          <Link to="/admin/settings/history">History</Link>
        </>
      }
    >
      <SettingsEditor saved={saved} />
    </AdminPage>
  )
}
