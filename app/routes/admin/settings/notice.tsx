// /admin/settings/legal-guarantee
import { Link, useLoaderData } from "@remix-run/react"
import { sendsToEu } from "~/domain/law/consumer-law"
import { type PictureView, pictureUrl, viewPicture } from "~/domain/media/picture"
import { legalGuaranteeOf } from "~/domain/returns/legal-guarantee"
import { changeNotice } from "~/domain/settings/change-settings.server"
import { MAX_NOTICE_TEXT } from "~/domain/settings/settings"
import { NoticeForm } from "~/domain/settings/settings-schema"
import { readNewestSettings } from "~/domain/settings/settings-versions.server"
import { staleFieldsOf } from "~/domain/validation/stale-edit"
import { adminForm } from "~/http/doorways/form.server"
import { adminPage } from "~/http/doorways/page.server"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FileField } from "~/ui/form/file-field"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextareaField } from "~/ui/form/textarea-field"
import { title } from "~/ui/shell/title"
import { AdminPage } from "../admin-page"
import { VersionedForm } from "../stale-form"

export { revalidateAfterRefusal as shouldRevalidate } from "~/ui/revalidate-after-refusal"

export const meta = title("Notice of the legal guarantee")

export const loader = adminPage("settings.edit", async ({ shop }) => {
  const { version, settings } = await readNewestSettings(shop)
  const { notice, noticeText } = settings
  const { pricing } = shop.settings.current
  return {
    saved: { version, noticeText, picture: notice && viewPicture(notice, "", shop.media.baseUrl) },
    isNeeded: sendsToEu(pricing),
    page: legalGuaranteeOf({ pricing, notice })?.notice,
  }
})

export const action = adminForm(
  "settings.edit",
  NoticeForm,
  async ({ shop, actor, files, redirectWithSuccess }, { snapshot, noticeText, withoutNotice }) => {
    const notice = files[0] ?? (withoutNotice ? null : undefined)
    await changeNotice(shop, actor, { snapshot, noticeText, notice })
    return redirectWithSuccess("/admin/settings/legal-guarantee", "Notice saved")
  },
  { fileField: "notice", refusalData: staleFieldsOf },
)

const REGULATION = "https://eur-lex.europa.eu/eli/reg_impl/2025/1960/oj"

export default function Notice() {
  const { isNeeded, page } = useLoaderData<typeof loader>()
  return (
    <AdminPage
      title="Notice of the legal guarantee"
      lead={
        <>
          Shops that ship to consumers in the EU show the EU’s notice on the legal guarantee of conformity, as it is
          printed in annex I of{" "}
          <a href={REGULATION} rel="noreferrer">
            Implementing Regulation (EU) 2025/1960
          </a>
          , from 27 September 2026 on. Use the notice in your customers’ language, and do not crop or redraw it.
        </>
      }
      actions={
        <>
          {page && <Link to={page}>Show the page</Link>}
          <Link to="/admin/settings">Settings</Link>
        </>
      }
    >
      {!isNeeded && <p>None of your shipping zones is in the EU, so the notice is not shown.</p>}
      <Editor />
    </AdminPage>
  )
}

type Fields = Record<"noticeText" | "withoutNotice", string> & { notice: File }

function Editor() {
  const { version, noticeText, picture } = useLoaderData<typeof loader>().saved
  return (
    <VersionedForm<Fields>
      tool={{ name: "save_guarantee_notice", description: "Saves the notice on the legal guarantee", submits: true }}
      id="notice"
      snapshot={version}
      values={{ noticeText }}
      encType="multipart/form-data"
    >
      {(fields) => (
        <>
          {picture && (
            <img
              className="picture-whole"
              src={pictureUrl(picture, 320)}
              alt="The current notice"
              {...sizeOf(picture)}
            />
          )}
          <FileField
            of={fields.notice}
            label="Picture"
            hint="PNG or JPEG. It has its own page, with links from every product, the order confirmation and the footer."
            accept="image/*"
            required={false}
          />
          {picture && <CheckboxField of={fields.withoutNotice} label="Remove the picture" />}
          <TextareaField
            of={fields.noticeText}
            label="Text of the notice"
            hint="The full text of the picture, for people who cannot see it. If empty, the shop’s own reminder is shown below it."
            rows={8}
            maxLength={MAX_NOTICE_TEXT}
            required={false}
          />
          <SubmitButton>Save</SubmitButton>
        </>
      )}
    </VersionedForm>
  )
}

function sizeOf({ width, height }: PictureView) {
  return { width: Math.min(width, 320), height: Math.round((height * Math.min(width, 320)) / width) }
}
