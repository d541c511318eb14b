// /process/payment/hosted
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { requireMember } from "~/domain/accounts/user"
import { startPayment } from "~/domain/checkout/pay-checkout.server"
import { PayForm } from "~/domain/payments/card"
import { afterPayment } from "~/http/after-payment.server"
import { form } from "~/http/form.server"
import { backToPayment, stepBack } from "~/http/step-back.server"

export function loader() {
  return redirect("/process/payment")
}

/** Leads a browser without scripts to the gateway's own page. */
export function action(args: ActionFunctionArgs) {
  return form(
    args,
    PayForm,
    (scene, { checkout }) =>
      stepBack(scene, () =>
        backToPayment(scene, async () => {
          const started = await startPayment(scene.shop, requireMember(scene.user), "hosted", checkout)
          if (started.kind === "over") return afterPayment(scene, started.outcome)
          return redirect(started.payment.url ?? "/process/payment", 303)
        }),
      ),
    { guard: requireMember },
  )
}
