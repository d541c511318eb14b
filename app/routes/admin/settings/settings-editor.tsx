import type { ReactNode } from "react"
import { type PictureView, pictureUrl } from "~/domain/media/picture"
import {
  DEFAULT_DELIVERY_TIME,
  DEFAULT_EMAIL,
  DEFAULT_NAME,
  DEFAULT_RETURN_TERMS,
  type SettingsFacts,
} from "~/domain/settings/settings"
import { formStart, type StaleFormResult } from "~/routes/admin/stale-form"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FileField } from "~/ui/form/file-field"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"

interface SavedSettings {
  version: number
  facts: SettingsFacts
  logo: PictureView | null
  /** The environment takes precedence over the settings. */
  inUse: { name: string; email: string }
}

interface SettingsEditorProps {
  saved: SavedSettings
  lastResult: StaleFormResult | undefined
}

export function SettingsEditor({ saved, lastResult }: SettingsEditorProps) {
  const { key, ...start } = formStart(lastResult, { version: String(saved.version) })
  return <Editor key={key} saved={saved} {...start} />
}

type Fields = Record<keyof SettingsFacts | "version" | "withoutLogo", string> & { logo: File }

function Editor({ saved, lastResult, notice }: SettingsEditorProps & { notice?: ReactNode }) {
  const { version, facts, logo, inUse } = saved
  const [form, fields] = useShopForm<Fields>({
    id: "settings",
    lastResult,
    defaultValue: { ...facts, version: String(version) },
  })
  const decided = (inUse: string, said: string, absent: string) =>
    inUse === (said || absent) ? undefined : `The server’s configuration says “${inUse}”, and that counts.`
  return (
    <ShopForm form={form} encType="multipart/form-data">
      {notice}
      <input type="hidden" name={fields.version.name} value={fields.version.initialValue ?? ""} />
      <h2>The shop</h2>
      <TextField
        of={fields.name}
        label="Name of the shop"
        hint={decided(inUse.name, facts.name, DEFAULT_NAME)}
        maxLength={60}
        required={false}
      />
      <div className="profile-picture">
        {logo && (
          <img
            className="settings-logo"
            src={pictureUrl(logo, 320)}
            alt="The current logo"
            width={logo.width}
            height={logo.height}
          />
        )}
        <FileField of={fields.logo} label="Logo" hint="Stands beside the name." accept="image/*" required={false} />
      </div>
      {logo && <CheckboxField of={fields.withoutLogo} label="Remove the logo" />}
      <TextareaField of={fields.address} label="Postal address" rows={4} maxLength={300} required={false} />
      <TextField
        of={fields.email}
        label="Email address"
        type="email"
        hint={decided(inUse.email, facts.email, DEFAULT_EMAIL)}
        spellCheck={false}
        required={false}
      />
      <TextField of={fields.telephone} label="Telephone" type="tel" maxLength={40} width="medium" required={false} />
      <TextareaField of={fields.openingHours} label="Opening hours" rows={3} maxLength={300} required={false} />
      <TextField of={fields.taxId} label="Tax ID" maxLength={60} width="medium" required={false} />
      <h2>Beside every product’s price</h2>
      <TextField
        of={fields.deliveryTime}
        label="Delivery time"
        hint={`Otherwise “${DEFAULT_DELIVERY_TIME}”. The page Shipping and returns should say the same.`}
        maxLength={100}
        required={false}
      />
      <TextField
        of={fields.returnTerms}
        label="Returns"
        hint={`Otherwise “${DEFAULT_RETURN_TERMS}”.`}
        maxLength={100}
        required={false}
      />
      <h2>Emails to customers</h2>
      <TextField
        of={fields.senderName}
        label="Sender’s name"
        hint="Otherwise the shop’s name."
        maxLength={60}
        required={false}
      />
      <TextField
        of={fields.senderEmail}
        label="Sender’s address"
        type="email"
        hint="Otherwise the shop’s email address. Your mail service has to allow it."
        spellCheck={false}
        required={false}
      />
      <h2>On every page</h2>
      <TextField
        of={fields.announcement}
        label="Announcement"
        hint="One line above every page."
        maxLength={160}
        required={false}
      />
      <TextField
        of={fields.announcementLink}
        label="Where the announcement leads"
        hint="Such as /products, or an address that begins with https://"
        spellCheck={false}
        required={false}
      />
      <TextareaField
        of={fields.socialLinks}
        label="Links to your other pages"
        hint="One on each line, beginning with https://"
        rows={3}
        maxLength={1_000}
        required={false}
      />
      <SubmitButton>Save</SubmitButton>
    </ShopForm>
  )
}
