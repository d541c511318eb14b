// /process/payment/approve
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { requireMember } from "~/domain/accounts/user"
import { answerApproval } from "~/domain/checkout/pay-checkout.server"
import { ApprovalForm } from "~/domain/payments/card"
import { afterPayment } from "~/http/after-payment.server"
import { form } from "~/http/form.server"
import { backToPayment, stepBack } from "~/http/step-back.server"

export function loader() {
  return redirect("/process/payment")
}

export function action(args: ActionFunctionArgs) {
  return form(
    args,
    ApprovalForm,
    (scene, { answer, checkout }) =>
      stepBack(scene, () =>
        backToPayment(scene, async () => {
          const { shop, user } = scene
          return afterPayment(scene, await answerApproval(shop, requireMember(user), answer === "approve", checkout))
        }),
      ),
    { guard: requireMember },
  )
}
