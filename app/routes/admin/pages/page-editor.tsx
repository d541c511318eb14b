import type { ReactNode } from "react"
import { MAX_BODY, MAX_TITLE, type PageVersion } from "~/domain/pages/page"
import { type StaleFormResult, useFormStart } from "~/routes/admin/stale-form"
import { Button } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Prose } from "~/ui/prose"
import { MarkdownHelp } from "./markdown-help"

type EditedPage = Pick<PageVersion, "version" | "title" | "body">

interface PageEditorProps {
  page: EditedPage
  lastResult: (StaleFormResult & { preview?: string }) | undefined
}

export function PageEditor({ page, lastResult }: PageEditorProps) {
  const { key, ...start } = useFormStart(lastResult, { version: String(page.version) })
  return <Editor key={key} page={page} {...start} />
}

function Editor({ page, lastResult, notice }: PageEditorProps & { notice?: ReactNode }) {
  const [form, fields] = useShopForm<{ title: string; body: string; version: string }>({
    id: "page",
    lastResult,
    defaultValue: { title: page.title, body: page.body, version: String(page.version) },
  })
  return (
    <>
      <ShopForm form={form}>
        {notice}
        <input type="hidden" name={fields.version.name} value={fields.version.initialValue ?? ""} />
        <TextField of={fields.title} label="Title" maxLength={MAX_TITLE} required />
        <TextareaField of={fields.body} label="Text" hint="Markdown" rows={20} maxLength={MAX_BODY} required />
        <MarkdownHelp />
        <div className="cluster">
          <SubmitButton>Save</SubmitButton>
          <Button name="preview" value="on" variant="secondary" icon="eye">
            Preview
          </Button>
        </div>
      </ShopForm>
      {lastResult?.preview !== undefined && (
        <section className="stack" aria-labelledby="preview">
          <h2 id="preview">Preview</h2>
          <div className="panel">
            <Prose html={lastResult.preview} />
          </div>
        </section>
      )}
    </>
  )
}
