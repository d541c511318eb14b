import type { CustomerImport } from "~/domain/customers/import/customer-import"
import { Notice } from "~/ui/notice"
import { ignoredHeadings, MappedColumns } from "../../mapped-columns"

type Origin = Pick<CustomerImport, "source" | "mapping" | "encoding" | "separator">

export function FileOrigin({ source, mapping, encoding, separator }: Origin) {
  if (mapping === null) return null
  const ignored = ignoredHeadings(mapping)
  return (
    <section className="stack" aria-label="Source of the file">
      <Notice tone="neutral" title={`A customer file of ${source}`}>
        <p>
          Read as {encoding}, with {separator} between the cells.
        </p>
        {ignored.length > 0 && <p>Ignored: {ignored.join(", ")}</p>}
      </Notice>
      <MappedColumns mapping={mapping} />
    </section>
  )
}
