import { Form, Link } from "@remix-run/react"
import { useRef } from "react"
import { paths } from "~/paths"
import { TickAll, useTicked } from "~/routes/admin/tables/tick-all"
import { classNames } from "~/ui/class-names"
import { Disclosure } from "~/ui/disclosure"
import { BulkFields } from "./bulk-fields"

interface BulkBarProps {
  /** The form's id, for the boxes in the rows */
  id: string
  products: string[]
  categories: readonly string[]
  back: string
}

/** With scripts it counts the ticked rows, and stays in view. */
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
