import { useNavigation } from "@remix-run/react"
import type { ReactNode } from "react"
import { MAX_BODY, MAX_TITLE, type PageVersion } from "~/domain/pages/page"
import { placeholders } from "~/domain/pages/placeholders"
import type { StaleField } from "~/domain/stale-edit"
import type { FormResult } from "~/http/form.server"
import { isUntouched, StaleNotice } from "~/routes/admin/stale-notice"
import { Button } from "~/ui/button"
import { Disclosure } from "~/ui/disclosure"
import { ShopForm } from "~/ui/form/shop-form"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Prose } from "~/ui/prose"
import { useHydrated } from "~/ui/use-hydrated"

type EditedPage = Pick<PageVersion, "version" | "title" | "body">
type Result = FormResult<{ stale?: StaleField[]; preview?: string }>

interface PageEditorProps {
  page: EditedPage
  lastResult: Result | undefined
}

/** A form whose page somebody else has changed meanwhile starts anew, with what was typed and what is different. */
export function PageEditor({ page, lastResult }: PageEditorProps) {
  const stale = lastResult?.stale
  if (!stale) return <Editor page={page} lastResult={lastResult} />
  const typed = lastResult.initialValue ?? {}
  const untouched = stale.filter((one) => isUntouched(one, typed))
  const current = Object.fromEntries(untouched.map(({ field, current }) => [field, current]))
  const initialValue = { ...typed, ...current, seen: String(page.version) }
  return (
    <Editor
      key={page.version}
      page={page}
      lastResult={{ ...lastResult, initialValue }}
      notice={<StaleNotice fields={stale} typed={typed} />}
    />
  )
}

function Editor({ page, lastResult, notice }: PageEditorProps & { notice?: ReactNode }) {
  const [form, fields] = useShopForm<{ title: string; body: string; seen: string }>({
    id: "page",
    lastResult,
    defaultValue: { title: page.title, body: page.body, seen: String(page.version) },
  })
  const hydrated = useHydrated()
  const busy = useNavigation().formMethod === "POST"
  return (
    <>
      <ShopForm form={form}>
        {notice}
        <input type="hidden" name={fields.seen.name} value={fields.seen.initialValue ?? ""} />
        <TextField of={fields.title} label="Title" maxLength={MAX_TITLE} required />
        <TextareaField of={fields.body} label="Text" hint="Markdown" rows={20} maxLength={MAX_BODY} required />
        <Help />
        <div className="cluster">
          <Button busy={hydrated && busy}>Save</Button>
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

function Help() {
  return (
    <Disclosure summary="How to write">
      <ul className="stack stack-s">
        <li>
          <code>## Heading</code>, <code>- list</code>, <code>1. numbered list</code>, <code>**bold**</code>,{" "}
          <code>*italic*</code>, <code>[link](/contact)</code>
        </li>
        <li>A blank line begins a new paragraph. HTML is shown as it is written.</li>
        <li>
          From the settings:{" "}
          {placeholders.map(({ word, label }) => (
            <span key={word}>
              <code>{`{{${word}}}`}</code> {label}{" "}
            </span>
          ))}
        </li>
        <li>
          <code>[fill in: …]</code> marks what is still missing.
        </li>
      </ul>
    </Disclosure>
  )
}
