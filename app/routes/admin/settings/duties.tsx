// /admin/settings/duties
import { Link, useLoaderData } from "@remix-run/react"
import { shortDay } from "~/domain/days/calendar"
import { formatMoney } from "~/domain/money/format-money"
import { changeFacts } from "~/domain/settings/change-settings.server"
import { type DutyRule, dutyRulesOf, dutyRulesText, storedDutyRules } from "~/domain/settings/duty-rules"
import { DutyRulesForm, MAX_DUTY_TEXT } from "~/domain/settings/settings-schema"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { findCountry } from "~/domain/shipping/regions/find-region.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextareaField } from "~/ui/form/textarea-field"
import { DataTable } from "~/ui/lists/data-table"
import { EmptyState } from "~/ui/lists/empty-state"
import { Notice } from "~/ui/notice"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { StaffLink } from "../permitted/permitted"
import { VersionedForm } from "../stale-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Customs duties")

export const loader = adminPage("settings.edit", async ({ shop }) => {
  const { version, settings } = await readNewestSettings(shop)
  return {
    version,
    text: dutyRulesText(settings),
    rules: dutyRulesOf(settings).map(viewRule),
    hasHome: shop.settings.current.pricing.home.country !== "",
    most: MAX_DUTY_TEXT,
  }
})

function viewRule({ place, since, limit, sentence, source }: DutyRule) {
  return {
    place: place === "EU" ? "European Union" : (findCountry(place)?.name ?? place),
    value: limit ? `${limit.kind} ${formatMoney(limit.amount, limit.currency)}` : "any",
    ...{ since: shortDay(since), sentence, source },
  }
}

export const action = adminForm(
  "settings.edit",
  DutyRulesForm,
  async ({ shop, actor, redirectWithSuccess }, { snapshot, dutyRules }) => {
    await changeFacts(shop, actor, { snapshot, dutyRules: storedDutyRules(dutyRules) })
    return redirectWithSuccess("/admin/settings/duties", "Rules saved")
  },
  { refusalData: staleFieldsOf },
)

export default function Duties() {
  const { version, text, rules, hasHome, most } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Customs duties"
      lead="Before they pay, shoppers read what customs may take, if an order leaves the customs territory of your shop’s address. The member states of the EU are one territory. This is no legal advice: please check the rules of the places that you send to."
      actions={<Link to="/admin/settings">Settings</Link>}
    >
      {!hasHome && (
        <Notice tone="neutral" title="The shop has no country yet">
          Nothing is shown until its place is set under Shipping.
          <StaffLink to="/admin/shipping">Set the place</StaffLink>
        </Notice>
      )}
      <DataTable
        caption="Rules"
        columns={[
          { key: "place", label: "Sent to" },
          { key: "since", label: "Since" },
          { key: "value", label: "Value of the goods" },
          { key: "sentence", label: "What shoppers read" },
          { key: "source", label: "Source" },
        ]}
        rows={rules.map((rule, at) => ({ id: String(at), ...rule }))}
        empty={<EmptyState title="No rules" icon="tag" />}
      />
      <VersionedForm<{ dutyRules: string }>
        tool={{ name: "save_duties", description: "Saves the sentences about duties", submits: true }}
        id="duties"
        snapshot={version}
        values={{ dutyRules: text }}
      >
        {(fields) => (
          <>
            <TextareaField
              of={fields.dutyRules}
              label="Rules"
              hint="One on each line: EU or the code of a country, the first day, the value of the goods (such as up to 150 EUR or above 150 EUR, or nothing), the sentence, and its source, with | between them."
              rows={12}
              maxLength={most}
              required={false}
            />
            <SubmitButton>Save</SubmitButton>
          </>
        )}
      </VersionedForm>
    </AdminPage>
  )
}
