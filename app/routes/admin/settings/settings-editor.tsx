import type { PictureView } from "~/domain/media/picture"
import type { settingsRecord } from "~/domain/settings/settings-schema"
import { SubmitButton } from "~/ui/form/submit-button"
import { PictureField } from "../picture-field"
import { RecordForm } from "../record-form"

interface SettingsEditorProps {
  form: ReturnType<typeof settingsRecord.view>
  logo: PictureView | null
  /** Values that environment variables set instead */
  overridden: { name?: string; email?: string }
}

export function SettingsEditor({ form, logo, overridden: { name, email } }: SettingsEditorProps) {
  return (
    <RecordForm
      tool={{ name: "save_settings", description: "Saves the settings of the shop", submits: true }}
      id="settings"
      form={form}
      encType="multipart/form-data"
    >
      {(field, input) => (
        <>
          <h2>The shop</h2>
          {field("name", overriddenBy(name))}
          <PictureField
            of={input<File>("logo")}
            without={input("withoutLogo")}
            label="Logo"
            hint="Shown next to the name."
            current={logo}
            alt="The current logo"
          />
          {field("address")}
          {field("email", overriddenBy(email))}
          {field("telephone")}
          {field("openingHours")}
          {field("timeZone")}
          {field("taxId")}
          {field("vatId")}
          {field("registrations")}
          {field("responsiblePersons")}
          <h2>Checkout</h2>
          {field("accountsOnly")}
          <h2>Invoices</h2>
          {field("invoiceNumbers")}
          {field("creditNoteNumbers")}
          {field("invoiceYears")}
          <h2>Audit log</h2>
          {field("auditYears")}
          <h2>Next to the price of every product</h2>
          {field("deliveryTime")}
          {field("returnTerms")}
          {field("withdrawal")}
          {field("returnCosts")}
          {field("returnDays")}
          <h2>Reviews</h2>
          {field("reviewChecks")}
          <h2>Parcels</h2>
          {field("carriers")}
          <h2>Emails to customers</h2>
          {field("senderName")}
          {field("senderEmail")}
          <h2>On every page</h2>
          {field("announcement")}
          {field("announcementLink")}
          {field("socialLinks")}
          {field("withoutAgentTools")}
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </RecordForm>
  )
}

function overriddenBy(value: string | undefined) {
  return value === undefined
    ? {}
    : { hint: `The server’s configuration sets this to “${value}”, which takes precedence.` }
}
