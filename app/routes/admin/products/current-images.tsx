import type { FieldMetadata } from "@conform-to/react"
import { type MouseEvent, useState } from "react"
import { flushSync } from "react-dom"
import type { PictureView } from "~/domain/media/picture"
import { CheckboxField } from "~/ui/form/checkbox-field"
import { FieldError } from "~/ui/form/field"
import { NumberField } from "~/ui/form/number-field"
import { TextField } from "~/ui/form/text-field"
import { Icon } from "~/ui/icon"
import { ProductPicture } from "~/ui/picture"
import { useHydrated } from "~/ui/use-hydrated"

export type ImageFields = Record<"picture" | "position" | "alt" | "remove", string>

interface CurrentImagesProps {
  of: FieldMetadata<ImageFields[]>
  pictures: PictureView[]
}

/** Pictures are ordered by numbers; with scripts by arrows and by dragging. */
export function CurrentImages({ of, pictures }: CurrentImagesProps) {
  const fields = of.getFieldList()
  const [order, setOrder] = useState(() => orderByPosition(fields))
  const [dragged, setDragged] = useState<number | null>(null)
  const [announcement, setAnnouncement] = useState("")
  if (fields.length === 0) return null

  function press(from: number, to: number, { currentTarget: button }: MouseEvent<HTMLButtonElement>) {
    if (to < 0 || to >= order.length) return
    flushSync(() => setOrder(moveItem(order, from, to)))
    // Moving its row in the DOM loses the focus.
    button.focus()
    setAnnouncement(`Image ${from + 1} is now image ${to + 1}`)
  }
  function dragTo(place: number) {
    if (dragged === null || dragged === place) return
    setOrder(moveItem(order, dragged, place))
    setDragged(place)
  }
  return (
    <fieldset className="current-images" id={of.id} tabIndex={-1}>
      <legend>Current images</legend>
      <p role="status" className="visually-hidden">
        {announcement}
      </p>
      <ul>
        {order.map((index, place) => {
          const field = fields[index]?.getFieldset()
          if (!field) return null
          return (
            <li
              key={index}
              onDragStart={() => setDragged(place)}
              onDragEnter={() => dragTo(place)}
              onDragOver={(event) => event.preventDefault()}
              onDragEnd={() => setDragged(null)}
            >
              <ImageRow
                fields={field}
                number={place + 1}
                last={place === order.length - 1}
                picture={pictures.find(({ id }) => id === field.picture.initialValue)}
                onMove={(by, event) => press(place, place + by, event)}
              />
            </li>
          )
        })}
      </ul>
      <FieldError of={of} />
    </fieldset>
  )
}

interface ImageRowProps {
  fields: ReturnType<FieldMetadata<ImageFields>["getFieldset"]>
  /** The position, from 1 */
  number: number
  last: boolean
  picture: PictureView | undefined
  onMove: (by: 1 | -1, event: MouseEvent<HTMLButtonElement>) => void
}

function ImageRow({ fields, number, last, picture, onMove }: ImageRowProps) {
  const scripted = useHydrated()
  return (
    <>
      <div draggable={scripted}>
        <ProductPicture picture={picture ?? null} sizes="4rem" upTo={320} alt={`Image ${number}`} />
      </div>
      <input type="hidden" name={fields.picture.name} value={fields.picture.initialValue} />
      <TextField of={fields.alt} label={`Description of image ${number}`} maxLength={300} required={false} />
      {scripted ? (
        <div className="current-images-arrows">
          <input type="hidden" name={fields.position.name} value={number} />
          <Arrow icon="chevron-up" label={`Image ${number} up`} none={number === 1} onClick={(e) => onMove(-1, e)} />
          <Arrow icon="chevron-down" label={`Image ${number} down`} none={last} onClick={(e) => onMove(1, e)} />
        </div>
      ) : (
        <NumberField of={fields.position} label={`Position of image ${number}`} min={1} step="any" />
      )}
      <CheckboxField of={fields.remove} label={`Remove image ${number}`} />
    </>
  )
}

interface ArrowProps {
  icon: "chevron-up" | "chevron-down"
  label: string
  /** This is not `disabled` at the end of the list, because that would lose the focus. */
  none: boolean
  onClick: (event: MouseEvent<HTMLButtonElement>) => void
}

function Arrow({ icon, label, none, onClick }: ArrowProps) {
  return (
    <button type="button" className="icon-button" aria-disabled={none || undefined} onClick={onClick}>
      <Icon name={icon} label={label} />
    </button>
  )
}

/** Returns the indexes of the fields in the order of their numbers. */
function orderByPosition(fields: FieldMetadata<ImageFields>[]): number[] {
  const positions = fields.map((field) => Number(field.getFieldset().position.initialValue) || 0)
  return fields.map((_, index) => index).sort((one, other) => (positions[one] ?? 0) - (positions[other] ?? 0))
}

function moveItem(list: readonly number[], from: number, to: number): number[] {
  const rest = list.filter((_, place) => place !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}
