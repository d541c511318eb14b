import { Button } from "~/ui/button"
import { Disclosure } from "~/ui/disclosure"
import { PostForm } from "~/ui/form/post-form"
import { TextField } from "~/ui/form/text-field"
import { useShopForm } from "~/ui/form/use-shop-form"

interface EnteredDiscount {
  /** The code as it was entered, or `""` */
  code: string
  /** A code that is checked when the order is confirmed */
  untried: string
  /** The reason why it does not apply */
  refusal: string | null
  note: string | null
}

export function DiscountCode({
  code: tried,
  untried,
  refusal,
  note,
  back,
}: EnteredDiscount & { back: "/cart" | "/order/confirm" }) {
  const code = tried || untried
  const lastResult = refusal
    ? { status: "error" as const, error: { code: [`${refusal}.`] }, initialValue: { code } }
    : null
  const [form, fields] = useShopForm<{ code: string }>({ id: "discount", lastResult, defaultValue: { code } })
  return (
    <Disclosure summary="Add a code" open={code !== ""}>
      {note && <p>{note}</p>}
      {untried && <p>We will check {untried} at the next step.</p>}
      <PostForm
        tool={{
          name: "apply_discount_code",
          description: "Applies a discount code to the cart, or removes it if the code is empty",
          submits: true,
        }}
        key={`${code} ${refusal}`}
        id={form.id}
        action="/discount"
        className="stack"
        noValidate
      >
        <input type="hidden" name="back" value={back} />
        <TextField
          of={fields.code}
          label="Code"
          hint="One code for each order. Leave this empty to remove the code."
          autoComplete="off"
          required={false}
        />
        <div className="cluster">
          <Button variant="secondary">Apply</Button>
        </div>
      </PostForm>
    </Disclosure>
  )
}
