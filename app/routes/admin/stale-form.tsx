import type { DefaultValue, FieldMetadata } from "@conform-to/react"
import type { ReactNode } from "react"
import type { Control, Snapshot } from "~/domain/records/control"
import { pluralize } from "~/domain/text/pluralize"
import { type StaleField, sameText } from "~/domain/validation/stale-edit"
import type { FormResult } from "~/http/doorways/form.server"
import type { AgentTool } from "~/ui/form/agent-tool"
import { ShopForm } from "~/ui/form/shop-form"
import { useFormResult } from "~/ui/form/use-form-result"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Lines } from "~/ui/lines"
import { DataTable } from "~/ui/lists/data-table"
import { fieldWords } from "./field-words"
import { useKeptFocus } from "./use-kept-focus"

export type StaleFormResult = FormResult<{ stale?: StaleField[] }>

type Controls = Record<string, Control>

interface VersionedFormProps<Fields extends Record<string, unknown>> {
  id: string
  tool: AgentTool | null
  /** Absent for a new record */
  values?: DefaultValue<Fields>
  /** The version, or the texts, that the values come from */
  snapshot?: Snapshot
  /** Further fields with their present values, whatever was entered */
  newest?: Record<string, unknown>
  /** Those of a declared record name its fields and values; a field whose value is a list has one on each line. */
  controls?: Controls
  encType?: "multipart/form-data"
  children: (fields: { [Name in keyof Fields]-?: FieldMetadata<Fields[Name]> }) => ReactNode
}

/** A form for records that others may edit too: changes saved in the meantime are not overwritten. */
export function VersionedForm<Fields extends Record<string, unknown>>({
  newest,
  controls,
  ...form
}: VersionedFormProps<Fields>) {
  const snapshot = typeof form.snapshot === "number" ? String(form.snapshot) : form.snapshot
  const { key, ...start } = useFormStart(useFormResult<StaleFormResult>(), {
    values: form.values,
    newest: { snapshot, ...newest },
    controls,
  })
  return <VersionedFields key={key} {...form} {...start} snapshot={snapshot} />
}

interface FormStart {
  lastResult: StaleFormResult | undefined
  notice?: ReactNode
  /** Changes with the newest state, also after the reader's own save, so that React remounts the form */
  key: string
}

/**
 * Restarts a form whose record was changed in the meantime, with the entries and the present values of untouched
 * fields.
 * @param newest the fields with their present values, and the state that the next attempt is compared with
 */
function useFormStart(
  lastResult: StaleFormResult | undefined,
  { values, newest, controls }: { values?: Record<string, unknown> | null; newest: object; controls?: Controls },
): FormStart {
  const key = JSON.stringify(newest)
  useKeptFocus(key)
  const stale = lastResult?.stale
  if (!stale) return { lastResult, key }
  const typed = lastResult.initialValue ?? {}
  const untouched = stale.filter((one) => one.field !== "pictures" && isUntouched(one, typed))
  const current = Object.fromEntries(
    untouched.map(({ field, current }) => [field, Array.isArray(values?.[field]) ? current.split("\n") : current]),
  )
  return {
    lastResult: { ...lastResult, initialValue: { ...typed, ...current, ...newest } as typeof typed },
    notice: <StaleNotice fields={stale} typed={typed} controls={controls} />,
    key,
  }
}

interface VersionedFieldsProps<Fields extends Record<string, unknown>>
  extends Omit<VersionedFormProps<Fields>, "snapshot" | "newest" | "controls">,
    Omit<FormStart, "key"> {
  snapshot?: string | Record<string, string>
}

function VersionedFields<Fields extends Record<string, unknown>>({
  id,
  tool,
  values,
  snapshot,
  encType,
  children,
  lastResult,
  notice,
}: VersionedFieldsProps<Fields>) {
  const defaultValue = { ...values, snapshot } as DefaultValue<Fields>
  const [form, fields] = useShopForm<Fields>({ id, lastResult, defaultValue })
  return (
    <ShopForm form={form} tool={tool} encType={encType}>
      {notice}
      {snapshotFields(snapshot, fields)}
      {children(fields as unknown as Parameters<typeof children>[0])}
    </ShopForm>
  )
}

function snapshotFields(snapshot: string | Record<string, string> | undefined, fields: object): ReactNode {
  if (snapshot === undefined) return null
  const { snapshot: of } = fields as { snapshot: unknown }
  if (typeof snapshot === "string") return <SentField of={of as FieldMetadata<string>} />
  const texts = (of as FieldMetadata<Record<string, string>>).getFieldset()
  return Object.keys(snapshot).map((name) => texts[name] && <SentField key={name} of={texts[name]} />)
}

function SentField({ of: { name, initialValue } }: { of: FieldMetadata<string> }) {
  return <input type="hidden" name={name} value={initialValue ?? ""} />
}

interface StaleNoticeProps {
  fields: StaleField[]
  typed: Record<string, unknown>
  controls?: Controls
}

function StaleNotice({ fields, typed, controls = {} }: StaleNoticeProps) {
  const wordsOf = (field: string, text: string) => {
    const labelOf = (line: string) => controls[field]?.options?.find(({ value }) => value === line)?.label ?? line
    return text.split("\n").map(labelOf).join("\n")
  }
  return (
    <section className="stack" aria-labelledby="stale">
      <h2 id="stale">Changed since you opened this page</h2>
      <DataTable
        caption="Changed since you opened this page"
        columns={[
          { key: "field", label: "Field" },
          { key: "now", label: "Now" },
          { key: "yours", label: "Yours" },
        ]}
        rows={fields.map((one) => ({
          id: one.field,
          field: fieldWords(one.field, controls[one.field]),
          now: <Text text={one.field === "pictures" ? pictureWords(one.current) : wordsOf(one.field, one.current)} />,
          yours: isUntouched(one, typed) ? (
            "You did not change this, so the current value is kept."
          ) : (
            <Text text={wordsOf(one.field, textOf(one, typed))} />
          ),
        }))}
      />
    </section>
  )
}

/** Returns whether a field has the value with which the form was opened; current images always count as untouched. */
function isUntouched(one: StaleField, yours: Record<string, unknown>): boolean {
  return one.field === "pictures" || sameText(textOf(one, yours), one.original)
}

function textOf({ field }: StaleField, yours: Record<string, unknown>): string {
  return [yours[field] ?? ""].flat().sort().join("\n")
}

function Text({ text }: { text: string }) {
  return (
    <p className="as-written">
      <Lines text={text || "–"} />
    </p>
  )
}

function pictureWords(pictures: string): string {
  const count = pictures === "" ? 0 : pictures.split("\n").length
  return pluralize(count, "image")
}
