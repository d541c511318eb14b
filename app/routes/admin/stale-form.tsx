import type { DefaultValue, FieldMetadata } from "@conform-to/react"
import type { ReactNode } from "react"
import { type StaleField, sameText } from "~/domain/stale-edit"
import { pluralize } from "~/domain/text/pluralize"
import type { FormResult } from "~/http/doorways/form.server"
import { ShopForm } from "~/ui/form/shop-form"
import { useFormResult } from "~/ui/form/use-form-result"
import { useShopForm } from "~/ui/form/use-shop-form"
import { DataTable } from "~/ui/lists/data-table"
import { auditFieldLabel } from "./audit/audit-labels"
import { useKeptFocus } from "./use-kept-focus"

export type StaleFormResult = FormResult<{ stale?: StaleField[] }>

interface FormStart<Result> {
  lastResult: Result | undefined
  notice?: ReactNode
  /** Changes with the newest state, also after a save of one's own, so that React remounts the form */
  key: string
}

/**
 * Restarts a form whose record was changed meanwhile: with what was typed, and the current values of untouched fields.
 * @param newest the fields that are as they are now, with the state that the next try is compared with
 */
export function useFormStart<Result extends StaleFormResult>(
  lastResult: Result | undefined,
  newest: Record<string, unknown>,
): FormStart<Result> {
  const key = JSON.stringify(newest)
  useKeptFocus(key)
  const stale = lastResult?.stale
  if (!stale) return { lastResult, key }
  const typed = lastResult.initialValue ?? {}
  const untouched = stale.filter((one) => one.field !== "pictures" && isUntouched(one, typed))
  const current = Object.fromEntries(untouched.map(({ field, current }) => [field, current]))
  return {
    lastResult: { ...lastResult, initialValue: { ...typed, ...current, ...newest } as typeof typed },
    notice: <StaleNotice fields={stale} typed={typed} />,
    key,
  }
}

interface VersionedFormProps<Fields extends Record<string, unknown>> {
  id: string
  /** Of the state that the values are from */
  version: number
  values: DefaultValue<Fields>
  encType?: "multipart/form-data"
  children: (fields: { [Name in keyof Fields]-?: FieldMetadata<Fields[Name]> }) => ReactNode
}

/** A form of what is saved in versions: a change that somebody else has saved meanwhile is not overwritten. */
export function VersionedForm<Fields extends Record<string, unknown>>(props: VersionedFormProps<Fields>) {
  const { key, ...start } = useFormStart(useFormResult<StaleFormResult>(), { version: String(props.version) })
  return <VersionedFields key={key} {...props} {...start} />
}

function VersionedFields<Fields extends Record<string, unknown>>({
  id,
  version,
  values,
  encType,
  children,
  lastResult,
  notice,
}: VersionedFormProps<Fields> & Omit<FormStart<StaleFormResult>, "key">) {
  const defaultValue = { ...values, version: String(version) } as DefaultValue<Fields & { version: string }>
  const [form, fields] = useShopForm<Fields & { version: string }>({ id, lastResult, defaultValue })
  const { version: sent } = fields as unknown as { version: FieldMetadata<string> }
  return (
    <ShopForm form={form} encType={encType}>
      {notice}
      <input type="hidden" name={sent.name} value={sent.initialValue ?? ""} />
      {children(fields as unknown as Parameters<typeof children>[0])}
    </ShopForm>
  )
}

interface SnapshotFieldsProps<Name extends string> {
  of: Record<Name, Pick<FieldMetadata<string>, "name" | "initialValue">>
  snapshot: Record<Name, string>
}

/** Sends the values that the form was opened with, so that changes of others are not overwritten. */
export function SnapshotFields<Name extends string>({ of, snapshot }: SnapshotFieldsProps<Name>) {
  return (Object.keys(snapshot) as Name[]).map((name) => (
    <input key={name} type="hidden" name={of[name].name} value={of[name].initialValue ?? ""} />
  ))
}

interface StaleNoticeProps {
  fields: StaleField[]
  typed: Record<string, unknown>
}

const names: Record<string, string> = { desc: "Description", pictures: "Images" }

function StaleNotice({ fields, typed }: StaleNoticeProps) {
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
          field: names[one.field] ?? auditFieldLabel(one.field),
          now: <Text text={one.field === "pictures" ? pictureWords(one.current) : one.current} />,
          yours: isUntouched(one, typed) ? (
            "You did not change it, so the current value is kept."
          ) : (
            <Text text={textOf(one, typed)} />
          ),
        }))}
      />
    </section>
  )
}

/** Whether a field has the value that the form was opened with; current images always count as untouched. */
function isUntouched({ field, original }: StaleField, yours: Record<string, unknown>): boolean {
  return field === "pictures" || sameText(String(yours[field] ?? ""), original)
}

function textOf({ field }: StaleField, yours: Record<string, unknown>): string {
  return String(yours[field] ?? "")
}

function Text({ text }: { text: string }) {
  return <p className="as-written">{text || "–"}</p>
}

function pictureWords(pictures: string): string {
  const count = pictures === "" ? 0 : pictures.split("\n").length
  return pluralize(count, "image")
}
