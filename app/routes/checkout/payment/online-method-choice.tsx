import { type OnlineMethod, onlineMethods } from "~/domain/payments/online-methods"
import { Button } from "~/ui/button"
import { GetForm } from "~/ui/lists/get-form"
import { useHydrated } from "~/ui/use-hydrated"

interface OnlineMethodChoiceProps {
  methods: readonly OnlineMethod[]
  chosen: OnlineMethod
}

/** A single method is not a choice. */
export function OnlineMethodChoice({ methods, chosen }: OnlineMethodChoiceProps) {
  const hydrated = useHydrated()
  if (methods.length < 2) return null
  return (
    <section className="stack" aria-labelledby="online-methods">
      <h2 id="online-methods">How do you want to pay?</h2>
      <GetForm
        tool={{ name: "choose_online_method", description: "Chooses the method of the payment service", submits: true }}
        className="stack stack-s"
        preventScrollReset
        onChange={hydrated ? (event) => event.currentTarget.requestSubmit() : undefined}
      >
        {methods.map((method) => (
          <div key={method} className="field field-checkbox">
            <label>
              <input key={chosen} type="radio" name="by" value={method} defaultChecked={method === chosen} />
              <span>{onlineMethods[method].name}</span>
            </label>
            <p className="muted">{onlineMethods[method].hint}</p>
          </div>
        ))}
        {!hydrated && <Button variant="secondary">Continue</Button>}
      </GetForm>
    </section>
  )
}
