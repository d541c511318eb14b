import { pluralize } from "~/domain/text/pluralize"
import { Icon } from "~/ui/icon"
import { FieldGroup, type FieldProps } from "./field"

const halves = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]

/** Ten radio buttons, drawn as half stars by the stylesheet alone. */
export function RatingField({ of, label, required }: Omit<FieldProps, "hint">) {
  return (
    <FieldGroup of={of} label={label} required={required}>
      <div className="rating-field" key={of.key}>
        {halves.map((rating) => (
          <label key={rating} className={Number.isInteger(rating) ? "rating-end" : "rating-start"}>
            <input
              type="radio"
              name={of.name}
              form={of.formId}
              value={rating}
              required={required}
              defaultChecked={Number(of.initialValue) === rating}
              className="visually-hidden"
            />
            <Icon name="star-full" />
            <span className="rating-name">{pluralize(rating, "star")}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  )
}
