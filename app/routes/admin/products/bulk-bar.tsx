import { Link } from "@remix-run/react"
import { paths } from "~/paths"
import { TickBar } from "~/routes/admin/tables/tick-bar"
import { Disclosure } from "~/ui/disclosure"
import { BulkFields } from "./bulk-fields"

interface BulkBarProps {
  id: string
  products: string[]
  categories: readonly string[]
  back: string
}

export function BulkBar({ id, products, categories, back }: BulkBarProps) {
  const query = new URLSearchParams([...products.map((product) => ["id", product]), ["back", back]])
  const all = <Link to={paths.bulkEdit(`?${query}`)}>Change all on this page</Link>
  return (
    <TickBar id={id} ids={products} action="/admin/products/bulk" all={all}>
      <input type="hidden" name="back" value={back} />
      <Disclosure summary="Price, stock, category and status">
        <BulkFields categories={categories} />
      </Disclosure>
    </TickBar>
  )
}
