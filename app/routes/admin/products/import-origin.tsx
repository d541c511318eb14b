import type { ProductImport } from "~/domain/product-table/import/product-import"
import { pluralize } from "~/domain/text/pluralize"
import { Disclosure } from "~/ui/disclosure"
import { Notice } from "~/ui/notice"

type Origin = Pick<ProductImport, "source" | "mapping" | "newCategories" | "status">

export function ImportOrigin({ source, mapping, newCategories, status }: Origin) {
  if (mapping === null) return null
  const used = mapping.flatMap(({ heading, becomes }) => (becomes === null ? [] : [{ heading, becomes }]))
  const ignored = mapping.filter(({ becomes }) => becomes === null)
  return (
    <section className="stack" aria-label="Source of the file">
      <Notice tone="neutral" title={`A product file of ${source}`}>
        {newCategories.length > 0 && (
          <p>
            {status === "checked" ? "Categories that will be created" : "Categories for it"}: {newCategories.join(", ")}
          </p>
        )}
        {ignored.length > 0 && <p>Ignored: {ignored.map(({ heading }) => heading).join(", ")}</p>}
      </Notice>
      <Disclosure summary={`Use of its ${pluralize(used.length, "column")}`}>
        <dl className="facts">
          {used.map(({ heading, becomes }) => (
            <div key={heading}>
              <dt>{heading}</dt>
              <dd>{becomes}</dd>
            </div>
          ))}
        </dl>
      </Disclosure>
    </section>
  )
}
