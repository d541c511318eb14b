import { MAX_BODY, MAX_TITLE, type PageVersion } from "~/domain/pages/page"
import { VersionedForm } from "~/routes/admin/stale-form"
import { Button } from "~/ui/button"
import { SubmitButton } from "~/ui/form/submit-button"
import { TextField } from "~/ui/form/text-field"
import { TextareaField } from "~/ui/form/textarea-field"
import { Prose } from "~/ui/prose"
import { MarkdownHelp } from "./markdown-help"

interface PageEditorProps {
  page: Pick<PageVersion, "version" | "title" | "body">
  /** HTML */
  preview: string | undefined
}

export function PageEditor({ page: { version, title, body }, preview }: PageEditorProps) {
  return (
    <>
      <VersionedForm id="page" version={version} values={{ title, body }}>
        {(fields) => (
          <>
            <TextField of={fields.title} label="Title" maxLength={MAX_TITLE} required />
            <TextareaField of={fields.body} label="Text" hint="Markdown" rows={20} maxLength={MAX_BODY} required />
            <MarkdownHelp />
            <div className="cluster">
              <SubmitButton>Save</SubmitButton>
              <Button name="preview" value="on" variant="secondary" icon="eye">
                Preview
              </Button>
            </div>
          </>
        )}
      </VersionedForm>
      {preview !== undefined && (
        <section className="stack" aria-labelledby="preview">
          <h2 id="preview">Preview</h2>
          <div className="panel">
            <Prose html={preview} />
          </div>
        </section>
      )}
    </>
  )
}
