import type { SheetMapping } from "~/domain/product-table/moving-in/sheet"
import { pluralize } from "~/domain/text/pluralize"
import { Disclosure } from "~/ui/disclosure"

export function ignoredHeadings(mapping: SheetMapping): string[] {
  return mapping.flatMap(({ heading, becomes }) => (becomes === null && heading !== "" ? [heading] : []))
}

/** What becomes of the columns of another shop's file */
export function MappedColumns({ mapping }: { mapping: SheetMapping }) {
  const used = mapping.flatMap(({ heading, becomes }) => (becomes === null ? [] : [{ heading, becomes }]))
  return (
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
  )
}
