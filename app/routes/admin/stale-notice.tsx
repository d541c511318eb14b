import { pluralize } from "~/domain/pluralize"
import { type StaleField, sameText } from "~/domain/stale-edit"
import { DataTable } from "~/ui/data-table"
import { auditFieldLabel } from "./audit/audit-labels"

interface StaleNoticeProps {
  fields: StaleField[]
  /** The typed values, by field. */
  typed: Record<string, unknown>
}

const names: Record<string, string> = { desc: "Description", pictures: "Images" }

/** The changes that somebody else has made since the form was opened, beside what was typed. */
export function StaleNotice({ fields, typed }: StaleNoticeProps) {
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

/** Whether a field holds the value that the form was opened with; current images are always kept. */
export function isUntouched({ field, original: seen }: StaleField, yours: Record<string, unknown>): boolean {
  return field === "pictures" || sameText(String(yours[field] ?? ""), seen)
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
