import type { ProductImport } from "~/domain/product-table/import/product-import"
import { Notice } from "~/ui/notice"
import { ignoredHeadings, MappedColumns } from "../mapped-columns"

type Origin = Pick<ProductImport, "source" | "mapping" | "newCategories" | "status">

export function ImportOrigin({ source, mapping, newCategories, status }: Origin) {
  if (mapping === null) return null
  const ignored = ignoredHeadings(mapping)
  return (
    <section className="stack" aria-label="Source of the file">
      <Notice tone="neutral" title={`A product file of ${source}`}>
        {newCategories.length > 0 && (
          <p>
            {status === "checked" ? "Categories that will be created" : "Categories for it"}: {newCategories.join(", ")}
          </p>
        )}
        {ignored.length > 0 && <p>Ignored: {ignored.join(", ")}</p>}
      </Notice>
      <MappedColumns mapping={mapping} />
    </section>
  )
}
