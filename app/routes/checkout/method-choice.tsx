import type { OfferedMethod } from "~/domain/pricing/shipping-methods"
import { Button } from "~/ui/button"
import { Lines } from "~/ui/lines"
import { GetForm } from "~/ui/lists/get-form"
import { Price } from "~/ui/price"
import { useHydrated } from "~/ui/use-hydrated"

export interface MethodView extends Pick<OfferedMethod, "id" | "name" | "price" | "pickup"> {
  /** Delivery days such as `Tue 1 to Thu 3 Dec` */
  dates: string | null
}

interface MethodChoiceProps {
  methods: MethodView[]
  chosen: string
  /** The chosen way to pay, which stays chosen; null if there is only one */
  payment: string | null
}

/** A single method is not a choice. */
export function MethodChoice({ methods, chosen, payment }: MethodChoiceProps) {
  const hydrated = useHydrated()
  const [only] = methods
  if (methods.length < 2) return only && <OnlyMethod {...only} />
  return (
    <section className="stack" aria-labelledby="method">
      <h2 id="method">Shipping</h2>
      <GetForm
        tool={{
          name: "choose_shipping",
          description: "Chooses how the order is sent and shows the total",
          submits: true,
        }}
        className="stack stack-s"
        preventScrollReset
        onChange={hydrated ? (event) => event.currentTarget.requestSubmit() : undefined}
      >
        {payment && <input type="hidden" name="payment" value={payment} />}
        {methods.map((method) => (
          <div key={method.id} className="field field-checkbox">
            <label>
              <input key={chosen} type="radio" name="method" value={method.id} defaultChecked={method.id === chosen} />{" "}
              <span>
                {method.name}: {method.price === 0 ? "free" : <Price cents={method.price} />}
              </span>
            </label>
            <MethodDetails {...method} />
          </div>
        ))}
        {!hydrated && <Button variant="secondary">Update shipping</Button>}
      </GetForm>
    </section>
  )
}

function OnlyMethod(method: MethodView) {
  if (!method.pickup) return <MethodDetails {...method} />
  return (
    <section className="stack" aria-labelledby="method">
      <h2 id="method">Collect at</h2>
      <MethodDetails {...method} />
    </section>
  )
}

function MethodDetails({ dates, pickup }: Pick<MethodView, "dates" | "pickup">) {
  if (!dates && !pickup) return null
  return (
    <p className="muted as-written">
      <Lines text={[dates && `Arrives ${dates}`, pickup?.address, pickup?.hours].filter(Boolean).join("\n")} />
    </p>
  )
}
