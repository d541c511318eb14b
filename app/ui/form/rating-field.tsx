import { Fragment } from "react"
import { pluralize } from "~/domain/text/pluralize"
import { Icon } from "~/ui/icon"
import { useHydrated } from "~/ui/use-hydrated"
import { FieldGroup, type FieldProps } from "./field"

const halves = [0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5]

/** Ten radio buttons, drawn as half stars by the stylesheet alone. Lynx would choose the first, so it chooses nothing. */
export function RatingField({ of, label, required }: Omit<FieldProps, "hint">) {
  const hydrated = useHydrated()
  const chosen = Number(of.initialValue)
  const isRated = halves.includes(chosen)
  return (
    <FieldGroup of={of} label={label} required={required}>
      <div className="rating-field" key={of.key}>
        {!hydrated && !isRated && (
          <label className="first-choice">
            <input type="radio" name={of.name} value="" defaultChecked /> Choose a rating
          </label>
        )}
        {halves.map((rating) => (
          <Fragment key={rating}>
            {" "}
            <label className={Number.isInteger(rating) ? "rating-end" : "rating-start"}>
              <input
                type="radio"
                name={of.name}
                value={rating}
                required={required}
                defaultChecked={chosen === rating}
                className="visually-hidden"
              />
              <Icon name="star-full" /> <span className="rating-name">{pluralize(rating, "star")}</span>
            </label>
          </Fragment>
        ))}
      </div>
    </FieldGroup>
  )
}
