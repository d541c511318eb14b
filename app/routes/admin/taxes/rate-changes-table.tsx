import { pluralize } from "~/domain/text/pluralize"
import { DataTable } from "~/ui/lists/data-table"

interface RateChangesProps {
  rows: { kind: string; before: string; after: string }[]
  /** The number of rows that are not shown */
  more: number
  same: number
  /** Those without a line are about the whole file. */
  problems: { line: number | null; message: string }[]
  /** Lines that are left out */
  omitted: Line[]
  moreOmitted: number
}

interface Line {
  line: number
  message: string
}

export function RateChangesTable({ rows, more, same, problems, omitted, moreOmitted }: RateChangesProps) {
  if (problems.length > 0) {
    return (
      <section className="stack" aria-labelledby="problems">
        <h2 id="problems">Errors in the file</h2>
        <DataTable
          caption="Errors in the file"
          columns={[
            { key: "line", label: "Line" },
            { key: "message", label: "Error" },
          ]}
          rows={problems.map(({ line, message }, at) => ({
            id: String(at),
            line: line === null ? "The file" : `Line ${line}`,
            message,
          }))}
        />
      </section>
    )
  }
  return (
    <>
      {omitted.length > 0 && <OmittedLines lines={omitted} more={moreOmitted} />}
      <section className="stack" aria-labelledby="changes">
        <h2 id="changes">Changes</h2>
        <p role="status">
          {pluralize(rows.length + more, "change")}; {pluralize(same, "rate")} unchanged.
        </p>
        <DataTable
          caption="Changes"
          columns={[
            { key: "kind", label: "Change", narrow: "plain" },
            { key: "before", label: "Now" },
            { key: "after", label: "After the import" },
          ]}
          rows={rows.map((row, at) => ({ id: String(at), ...row }))}
          shown={more > 0 ? `and ${more} more` : undefined}
          empty={<p>No changes.</p>}
        />
      </section>
    </>
  )
}

function OmittedLines({ lines, more }: { lines: Line[]; more: number }) {
  return (
    <section className="stack" aria-labelledby="omitted">
      <h2 id="omitted">Left out</h2>
      <p>{pluralize(lines.length + more, "line")} of the file cannot be imported; the others can.</p>
      <DataTable
        caption="Left out"
        columns={[
          { key: "line", label: "Line" },
          { key: "message", label: "Reason" },
        ]}
        rows={lines.map(({ line, message }) => ({ id: String(line), line: `Line ${line}`, message }))}
        shown={more > 0 ? `and ${more} more` : undefined}
      />
    </section>
  )
}
