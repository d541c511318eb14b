import type { Choice } from "~/domain/catalog/product-path"
import type { ChoosableValue, OptionField } from "~/domain/catalog/variants/choice"
import { chooseOptions } from "~/domain/catalog/variants/variant"
import { classNames } from "~/ui/class-names"
import { useToolField } from "~/ui/form/agent-tool"
import { Icon } from "~/ui/icon"
import { useHydrated } from "~/ui/use-hydrated"
import { useSyncedCheck } from "~/ui/use-synced-value"

/** Without scripts, the browser focuses it when the page loads. */
export const takesFocus = { autoFocus: true, tabIndex: -1 }

interface OptionGroupProps {
  legend: string
  name: OptionField
  values: ChoosableValue[]
  pathOf: (choice: Choice) => string
  error?: string
}

/** One option of a product. Without scripts, the name of each value, in the label of its radio button, links to its page. */
export function OptionGroup({ legend, name, values, pathOf, error }: OptionGroupProps) {
  const isWide = values.some((value) => value.name.length > SHORT_NAME)
  const hydrated = useHydrated()
  const described = useToolField("An option of the product")
  const errorId = error && `${name}-error`
  return (
    <fieldset className="field" id={name} {...described} aria-describedby={errorId} {...(error && takesFocus)}>
      <legend>{legend}</legend>
      <div className={classNames("option-values", isWide && "option-values-wide")}>
        {!hydrated && values.every((value) => !value.isChosen) && (
          // Lynx would choose the first value.
          <label className="first-choice">
            <input type="radio" name={name} value="" defaultChecked /> {chooseOptions([{ name: legend }])}
          </label>
        )}
        {values.map((value) => (
          <Value key={value.slug} name={name} value={value} href={pathOf(value.choice)} />
        ))}
      </div>
      {error && (
        <p className="field-error" id={errorId}>
          <Icon name="alert" label="Error:" />
          {error}
        </p>
      )}
    </fieldset>
  )
}

/** The number of letters of a name that fits a narrow value */
const SHORT_NAME = 6

interface ValueProps {
  name: string
  value: ChoosableValue
  href: string
}

function Value({ name, value, href }: ValueProps) {
  const input = useSyncedCheck(value.isChosen)
  const hydrated = useHydrated()
  const id = `${name}-${value.slug}`
  return (
    <>
      {" "}
      <label className="option-value" data-unavailable={value.unavailability ? "" : undefined}>
        <input
          ref={input}
          id={id}
          type="radio"
          name={name}
          value={value.slug}
          defaultChecked={value.isChosen}
          required
        />{" "}
        {hydrated ? (
          <span>
            <ValueText value={value} />
          </span>
        ) : (
          <a href={href} aria-current={value.isChosen || undefined}>
            <ValueText value={value} />
          </a>
        )}
      </label>
    </>
  )
}

function ValueText({ value: { name, unavailability } }: { value: ChoosableValue }) {
  return (
    <>
      {name}
      {unavailability && (
        <>
          <span className="visually-hidden">, </span>
          <small>
            {unavailability.kind === "soldOut" ? "sold out" : "not available"}
            {unavailability.kind === "notOffered" && unavailability.within && (
              <span className="visually-hidden">{` in ${unavailability.within}`}</span>
            )}
          </small>
        </>
      )}
    </>
  )
}
