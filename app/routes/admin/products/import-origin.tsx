import { OWN_SOURCE, type ProductImport } from "~/domain/product-table/import/product-import"
import { Notice } from "~/ui/notice"
import { MappedColumns } from "../mapped-columns"

type Origin = Pick<ProductImport, "source" | "mapping" | "newCategories" | "status" | "form" | "notes">

export function ImportOrigin({ source, mapping, newCategories, status, form, notes }: Origin) {
  if (mapping === null || source === OWN_SOURCE) return form && <p>{describeForm(form)}</p>
  return (
    <section className="stack" aria-label="Source of the file">
      <Notice
        tone="neutral"
        title={source === "Chosen columns" ? "A file with chosen columns" : `A product file of ${source}`}
      >
        {form && <p>{describeForm(form)}</p>}
        {notes.map((note) => (
          <p key={note}>{note}.</p>
        ))}
        {newCategories.length > 0 && (
          <p>
            {status === "checked" ? "Categories that will be created" : "Categories for it"}: {newCategories.join(", ")}
          </p>
        )}
      </Notice>
      <MappedColumns mapping={mapping} />
    </section>
  )
}

function describeForm({ encoding, separator, numbers }: NonNullable<ProductImport["form"]>): string {
  const marks = numbers.map(({ heading, decimal }) => `${heading}: ${decimal === "," ? "1.000,50" : "1,000.50"}`)
  const read = `Encoding: ${encoding}. Cells are separated by ${separator}.`
  return marks.length === 0 ? read : `${read} Numbers are read like this: ${marks.join("; ")}.`
}
