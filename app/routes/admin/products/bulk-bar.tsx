import { Form, Link } from "@remix-run/react"
import { useRef } from "react"
import { paths } from "~/paths"
import { TickAll, useTicked } from "~/routes/admin/tables/tick-all"
import { classNames } from "~/ui/class-names"
import { Disclosure } from "~/ui/disclosure"
import { BulkFields } from "./bulk-fields"

interface BulkBarProps {
  /** The form's id, by which the boxes in the rows belong to it. */
  id: string
  /** The products of this page. */
  products: string[]
  /** The names of all categories */
  categories: readonly string[]
  back: string
}

/** The head of a table with boxes to tick: the change to all that are ticked. With scripts it counts them, and stays in view. */
export function BulkBar({ id, products, categories, back }: BulkBarProps) {
  const form = useRef<HTMLFormElement>(null)
  const ticked = useTicked(form, products)
  const all = new URLSearchParams([...products.map((product) => ["id", product]), ["back", back]])
  return (
    <Form
      id={id}
      ref={form}
      method="get"
      action="/admin/products/bulk"
      className={classNames("bulk-bar", ticked > 0 && "bulk-bar-ticked")}
    >
      <input type="hidden" name="back" value={back} />
      <TickAll form={form} ticked={ticked} count={products.length}>
        <Link to={paths.bulkEdit(`?${all}`)}>Change all on this page</Link>
      </TickAll>
      <Disclosure summary="Price, stock, category and status">
        <BulkFields categories={categories} />
      </Disclosure>
    </Form>
  )
}
