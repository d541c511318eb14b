// /admin/settings
import { Link, useLoaderData } from "@remix-run/react"
import { listTimeZones } from "~/domain/days/days-in.server"
import { viewPicture } from "~/domain/media/picture"
import type { ControlOption } from "~/domain/records/control"
import { changeSettings } from "~/domain/settings/change-settings.server"
import { DEFAULT_EMAIL, DEFAULT_NAME } from "~/domain/settings/settings"
import { SettingsForm, settingsRecord } from "~/domain/settings/settings-schema"
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
  const { logo, timeZone } = settings
  const zones = listTimeZones()
  const known = timeZone === "" || zones.includes(timeZone) ? zones : [timeZone, ...zones]
  const inUse = (used: string, setting: string) => (used === setting ? undefined : used)
  return {
    form: settingsRecord.view(settingsRecord.textsOf(settings), {
      snapshot: version,
      options: { timeZone: known.map(zoneOption) },
    }),
    logo: logo && viewPicture(logo, "", shop.media.baseUrl),
    overridden: {
      name: inUse(shop.identity.name, settings.name || DEFAULT_NAME),
      email: inUse(shop.identity.email, settings.email || DEFAULT_EMAIL),
    },
  }
})

function zoneOption(zone: string): ControlOption {
  return { value: zone === "UTC" ? "" : zone, label: zone.replaceAll("_", " ") }
}

export const action = adminForm(
  "settings.edit",
  SettingsForm,
  async ({ shop, actor, files, redirectWithSuccess }, { snapshot, withoutLogo, formKey: _, ...facts }) => {
    const logo = files[0] ?? (withoutLogo ? null : undefined)
    await changeSettings(shop, actor, { snapshot, facts, logo })
    return redirectWithSuccess("/admin/settings", "Settings saved")
  },
  { fileField: "logo", refusalData: staleFieldsOf },
)

export default function Settings() {
  return (
    <AdminPage
      title="Settings"
      lead="Empty fields are not shown in the shop."
      actions={
        <>
          <StaffLink to="/admin/settings/second-factors">Second factors</StaffLink>{" "}
          <Link to="/admin/settings/numbers">Order and invoice numbers</Link>{" "}
          <Link to="/admin/settings/legal-guarantee">Legal guarantee</Link>{" "}
          <Link to="/admin/settings/duties">Customs duties</Link>{" "}
          <Link to="/admin/settings/ways-to-pay">Ways to pay</Link>{" "}
          <Link to="/admin/settings/online-payment">Online payment</Link>{" "}
          <Link to="/admin/settings/accounting">Accounting</Link> <Link to="/admin/settings/history">History</Link>
        </>
      }
    >
      <SettingsEditor {...useLoaderData<typeof loader>()} />
    </AdminPage>
  )
}
