import { Form } from "@remix-run/react"
import { BulkFields, type BulkFieldsProps } from "./bulk-fields"

interface BulkFormProps extends BulkFieldsProps {
  ids: string[]
  back: string
}

/** The change to all ticked products. It is a GET form, because nothing is changed before the preview. */
export function BulkForm({ ids, back, ...fields }: BulkFormProps) {
  return (
    <Form method="get" action="/admin/products/bulk" className="panel" preventScrollReset>
      <input type="hidden" name="back" value={back} />
      {ids.map((id) => (
        <input key={id} type="hidden" name="id" value={id} />
      ))}
      <BulkFields {...fields} />
    </Form>
  )
}
