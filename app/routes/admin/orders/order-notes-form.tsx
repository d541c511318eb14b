import type { OrderNote } from "~/domain/orders/order-notes.server"
import { paths } from "~/paths"
import { Button } from "~/ui/button"
import { DateTime } from "~/ui/date-time"
import { FormKeyInput } from "~/ui/form/form-key-input"
import { ShopForm } from "~/ui/form/shop-form"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { Lines } from "~/ui/lines"

export function Notes({ notes }: { notes: OrderNote[] }) {
  if (notes.length === 0) return <p className="muted">Only staff can see these notes.</p>
  return (
    <ul className="notes stack">
      {notes.map((note) => (
        <li key={note.id}>
          <p className="muted">
            {note.author}, <DateTime date={note.createdAt} />
          </p>
          <p className="as-written">
            <Lines text={note.text} />
          </p>
        </li>
      ))}
    </ul>
  )
}

interface NoteFormProps {
  id: string
  formKey: string
  /** The form has its own page, which shows refusals. */
  standalone?: boolean
}

export function NoteForm({ id, formKey, standalone = false }: NoteFormProps) {
  const [form, fields] = useShopForm<{ text: string }>({ id: "note", lastResult: standalone ? undefined : null })
  return (
    <ShopForm
      tool={{ name: "add_note", description: "Adds a note that only staff see", submits: true }}
      form={form}
      action={paths.orderNotes(id)}
      className="form no-print"
    >
      <FormKeyInput value={formKey} />
      <TextareaField of={fields.text} label="New note" rows={3} maxLength={2000} />
      <Button variant="secondary">Add note</Button>
    </ShopForm>
  )
}
