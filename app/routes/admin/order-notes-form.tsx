import { useActionData } from "@remix-run/react"
import type { OrderNote } from "~/domain/orders/order-notes.server"
import type { GivenBack } from "~/http/form.server"
import { Button } from "~/ui/button"
import { ShopForm } from "~/ui/form/shop-form"
import { TextareaField } from "~/ui/form/textarea-field"
import { useShopForm } from "~/ui/form/use-shop-form"
import { When } from "~/ui/when"

/** What administrators told each other, oldest first. */
export function Notes({ notes }: { notes: OrderNote[] }) {
  if (notes.length === 0) return <p className="muted">Nobody but administrators sees what is written here.</p>
  return (
    <ul className="notes stack">
      {notes.map((note) => (
        <li key={note.id}>
          <p className="muted">
            {note.author}, <When date={note.createdAt} />
          </p>
          <p className="as-written">{note.text}</p>
        </li>
      ))}
    </ul>
  )
}

interface NoteFormProps {
  id: string
  /** On its own page, where a refused form comes back. */
  own?: boolean
}

export function NoteForm({ id, own = false }: NoteFormProps) {
  const answer = useActionData<GivenBack>()
  const [form, fields] = useShopForm<{ text: string }>({ id: "note", lastResult: own ? answer : undefined })
  return (
    <ShopForm form={form} action={`/admin/order/${id}/notes`} className="form no-print">
      <TextareaField of={fields.text} label="New note" rows={3} maxLength={2000} />
      <Button variant="secondary">Add note</Button>
    </ShopForm>
  )
}
