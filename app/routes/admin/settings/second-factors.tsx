// /admin/settings/second-factors
import { useLoaderData } from "@remix-run/react"
import { TRUST_DAYS } from "~/domain/accounts/factor"
import { changeFactorPolicy } from "~/domain/factors/change-policy.server"
import { type FactorPolicy, factorPolicyOf } from "~/domain/settings/settings"
import { FactorPolicyForm } from "~/domain/settings/settings-schema"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { SubmitOrCancel } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { VersionedForm } from "../stale-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Second factors")

export const loader = adminPage(
  ["settings.edit", "staff.appoint"],
  async ({ shop }) => {
    const { version, settings } = await readNewestSettings(shop)
    return { version, policy: factorPolicyOf(settings) }
  },
  { proof: "policy.change" },
)

export const action = adminForm(
  ["settings.edit", "staff.appoint"],
  FactorPolicyForm,
  async ({ shop, actor, redirectWithSuccess }, policy) => {
    await changeFactorPolicy(shop, actor, policy)
    return redirectWithSuccess("/admin/settings/second-factors", "Saved")
  },
  { proof: "policy.change", refusalData: staleFieldsOf },
)

export default function SecondFactors() {
  const { version, policy } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Second factors"
      lead="From the day that you choose, all staff need a passkey or an authenticator app. Without one, they can only set one up."
    >
      <VersionedForm<FactorPolicy>
        tool={{ name: "save_second_factor_policy", description: "Saves from which day staff need a second factor" }}
        id="second-factors"
        snapshot={version}
        values={policy}
      >
        {(fields) => (
          <>
            <TextField
              of={fields.staffFactorsFrom}
              label="Staff need a second factor from"
              hint="Staff without one get an email now, and see a reminder on the dashboard. Leave empty if no one needs one."
              type="date"
              width="medium"
              required={false}
            />
            <CheckboxField
              of={fields.trustedDevices}
              label={`People may trust a device for ${TRUST_DAYS} days`}
              hint="This includes customers. On a trusted device, the password is enough to sign in; actions that need recent proof still ask for the second factor. If you switch this off, no device is trusted any more."
              required={false}
            />
            <SubmitOrCancel cancel="/admin/settings" cancelLabel="Back to the settings">
              Save
            </SubmitOrCancel>
          </>
        )}
      </VersionedForm>
    </AdminPage>
  )
}
