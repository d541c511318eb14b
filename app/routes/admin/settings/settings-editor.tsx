import type { ComponentProps } from "react"
import type { PictureView } from "~/domain/media/picture"
import { DEFAULT_CREDIT_NOTES, DEFAULT_RETENTION_YEARS } from "~/domain/settings/number-pattern"
import {
  DEFAULT_DELIVERY_TIME,
  DEFAULT_EMAIL,
  DEFAULT_NAME,
  DEFAULT_RETURN_TERMS,
  type GeneralFacts,
} from "~/domain/settings/settings"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { SelectField } from "~/ui/form/select-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { PictureField } from "../picture-field"
import { VersionedForm } from "../stale-form"

interface SavedSettings {
  version: number
  facts: GeneralFacts
  logo: PictureView | null
  /** Environment variables take precedence over the settings. */
  inUse: { name: string; email: string }
  /** IANA names to choose from */
  timeZones: string[]
}

const withdrawalChoices = [
  { value: "", label: "All customers" },
  { value: "eu", label: "Addresses in the EU" },
]

type Fields = Record<keyof GeneralFacts | "withoutLogo", string> & { logo: File }
/** A rest pattern would not copy conform's fields, which are a proxy. */
type TextName = Exclude<keyof Fields, "logo">

export function SettingsEditor({ saved }: { saved: SavedSettings }) {
  const { version, facts, logo, inUse, timeZones } = saved
  const decided = (inUse: string, said: string, absent: string) =>
    inUse === (said || absent)
      ? undefined
      : `The server’s configuration sets this to “${inUse}”, which takes precedence.`
  return (
    <VersionedForm<Fields> id="settings" snapshot={version} values={facts} encType="multipart/form-data">
      {(fields) => {
        const text = (name: TextName, label: string, more?: Partial<ComponentProps<typeof TextField>>) => (
          <TextField of={fields[name]} label={label} required={false} {...more} />
        )
        const area = (name: TextName, label: string, more: Partial<ComponentProps<typeof TextareaField>>) => (
          <TextareaField of={fields[name]} label={label} required={false} {...more} />
        )
        return (
          <>
            <h2>The shop</h2>
            {text("name", "Name of the shop", { hint: decided(inUse.name, facts.name, DEFAULT_NAME), maxLength: 60 })}
            <PictureField
              of={fields.logo}
              without={fields.withoutLogo}
              label="Logo"
              hint="Shown next to the name."
              current={logo}
              alt="The current logo"
            />
            {area("address", "Postal address", { rows: 4, maxLength: 300 })}
            {text("email", "Email address", {
              type: "email",
              hint: decided(inUse.email, facts.email, DEFAULT_EMAIL),
              spellCheck: false,
            })}
            {text("telephone", "Telephone", { type: "tel", width: "medium" })}
            {area("openingHours", "Opening hours", { rows: 3, maxLength: 300 })}
            <SelectField
              of={fields.timeZone}
              label="Time zone"
              hint="Discounts, taxes, invoices, reports and filters use days in this time zone. Past figures and numbers do not change if you change it."
              options={timeZones.map((zone) => ({
                value: zone === "UTC" ? "" : zone,
                label: zone.replaceAll("_", " "),
              }))}
            />
            {text("taxId", "Tax ID", { width: "medium" })}
            {text("vatId", "VAT ID", { width: "medium" })}
            <h2>Checkout</h2>
            <CheckboxField of={fields.accountsOnly} label="Customers need an account to order" />
            <h2>Invoices</h2>
            {text("invoiceNumbers", "Numbers of invoices", {
              hint: "Such as INV-{number}, or INV-{year}-{number} to start again at 1 every year. Leave empty to issue no invoices.",
              width: "medium",
              spellCheck: false,
            })}
            {text("creditNoteNumbers", "Numbers of credit notes", {
              hint: `Leave empty for ${DEFAULT_CREDIT_NOTES}.`,
              width: "medium",
              spellCheck: false,
            })}
            {text("invoiceYears", "Years to keep them", {
              hint: `Counted from the end of the year of issue; they cannot be deleted or changed before. Leave empty for ${DEFAULT_RETENTION_YEARS} years.`,
              inputMode: "numeric",
              width: "short",
            })}
            <h2>Audit log</h2>
            {text("auditYears", "Years to keep entries", {
              hint: "Leave empty to keep them forever. Entries are kept for at least a year.",
              inputMode: "numeric",
              width: "short",
            })}
            <h2>Next to the price of every product</h2>
            {text("deliveryTime", "Delivery time", {
              hint: `Leave empty for “${DEFAULT_DELIVERY_TIME}”. The page Shipping and returns should say the same.`,
              maxLength: 100,
            })}
            {text("returnTerms", "Returns", { hint: `Leave empty for “${DEFAULT_RETURN_TERMS}”.`, maxLength: 100 })}
            <SelectField
              of={fields.withdrawal}
              label="Right of withdrawal"
              hint="For 14 days after the delivery, or until the next working day, with the form “Withdraw from contract here”."
              options={withdrawalChoices}
            />
            {text("returnDays", "Days for voluntary returns", {
              hint: "Customers may also return items for this many days after the delivery. Leave empty for 30; enter 0 to accept no such returns.",
              inputMode: "numeric",
              width: "short",
            })}
            <h2>Parcels</h2>
            {area("carriers", "Carriers", {
              hint: "One on each line, such as Post: https://post.example/track?id={number}. Customers track their parcels with these links.",
              rows: 3,
              maxLength: 4_000,
            })}
            <h2>Emails to customers</h2>
            {text("senderName", "Sender’s name", { hint: "Leave empty to use the shop’s name.", maxLength: 60 })}
            {text("senderEmail", "Sender’s address", {
              type: "email",
              hint: "Leave empty to use the shop’s email address. Your mail service must allow it.",
              spellCheck: false,
            })}
            <h2>On every page</h2>
            {text("announcement", "Announcement", { hint: "One line at the top of every page.", maxLength: 160 })}
            {text("announcementLink", "Link of the announcement", {
              hint: "Such as /products, or an address that begins with https://",
              spellCheck: false,
            })}
            {area("socialLinks", "Links to your other pages", {
              hint: "One on each line, beginning with https://",
              rows: 3,
              maxLength: 1_000,
            })}
            <SubmitButton>Save</SubmitButton>
          </>
        )
      }}
    </VersionedForm>
  )
}
