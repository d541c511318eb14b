import type { BrowserContext } from "playwright"
import { testKeys } from "~/adapters/testing/stripe-keys"
import type { StripeServer } from "~/adapters/testing/stripe-server"

/**
 * Replaces Stripe's script in the browser: one field that selects the outcome (`pays`, `declines`, `asks`) or another
 * method than cards, and a confirmation that calls the stand-in for Stripe's API, and leads to the bank.
 */
const script = `
window.Stripe = Object.assign(
  (key) => ({
    elements: ({ clientSecret }) => {
      const made = {}
      return {
        clientSecret,
        made,
        getElement: (type) => made[type] ?? null,
        update() {},
        create(type) {
          const element = {
            on: () => element,
            off: () => element,
            once: () => element,
            update() {},
            destroy() {},
            unmount() {},
            mount(place) {
              const node = typeof place === "string" ? document.querySelector(place) : place
              node.innerHTML = '<label>Card at Stripe <input name="card-at-stripe" value="pays"></label>'
            },
          }
          made[type] = element
          return element
        },
      }
    },
    createToken() {},
    createPaymentMethod() {},
    confirmCardPayment() {},
    async confirmPayment({ elements, confirmParams }) {
      const { billing_details: billing } = confirmParams.payment_method_data
      const outcome = document.querySelector("[name=card-at-stripe]").value
      const isCard = ["pays", "declines", "asks"].includes(outcome)
      const form = new URLSearchParams({
        ...(!isCard && { "payment_method_data[type]": outcome, return_url: confirmParams.return_url }),
        client_secret: elements.clientSecret,
        outcome: isCard ? outcome : "pays",
        "payment_method_data[billing_details][name]": billing.name,
        "payment_method_data[billing_details][phone]": billing.phone,
        "payment_method_data[billing_details][address][line1]": billing.address.line1,
      })
      const id = elements.clientSecret.split("_secret_")[0]
      const answer = await fetch("https://api.stripe.com/v1/payment_intents/" + id + "/confirm", {
        method: "POST",
        headers: { Authorization: "Bearer " + key, "Content-Type": "application/x-www-form-urlencoded" },
        body: form.toString(),
      })
      const told = await answer.json()
      if (told.next_action) {
        window.location.href = told.next_action.redirect_to_url.url
        return new Promise(() => {})
      }
      return told.error ? { error: told.error } : { paymentIntent: told }
    },
  }),
  { version: 3 },
)`

/** Routes a browser's calls to Stripe to the stand-in. */
export async function stubStripe(context: BrowserContext, stripe: StripeServer): Promise<void> {
  await context.route("https://js.stripe.com/**", (route) =>
    route.fulfill({ contentType: "text/javascript", body: script }),
  )
  await context.route("https://api.stripe.com/**", async (route) => {
    const request = route.request()
    const headers = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" }
    if (request.method() === "OPTIONS") return route.fulfill({ status: 204, headers })
    const answer = await fetch(stripe.url + new URL(request.url()).pathname, {
      method: request.method(),
      headers: {
        Authorization: `Bearer ${testKeys.publishableKey}`,
        "Content-Type": "application/x-www-form-urlencoded",
      },
      body: request.postData(),
    })
    await route.fulfill({ status: answer.status, headers, contentType: "application/json", body: await answer.text() })
  })
}
