// /process/payment/approve
import { type ActionFunctionArgs, redirect } from "@remix-run/node"
import { requireMember } from "~/domain/accounts/user"
import { answerApproval } from "~/domain/checkout/pay-checkout.server"
import { ApprovalForm } from "~/domain/payments/card"
import { ShopError } from "~/domain/shop-error"
import { afterPayment } from "~/http/after-payment.server"
import { form } from "~/http/form.server"
import { stepBack } from "~/http/step-back.server"

export function loader() {
  return redirect("/process/payment")
}

export function action(args: ActionFunctionArgs) {
  return form(args, ApprovalForm, (scene, { answer }) =>
    stepBack(scene, async () => {
      try {
        const outcome = await answerApproval(scene.shop, requireMember(scene.user), answer === "approve")
        return await afterPayment(scene, outcome)
      } catch (error) {
        if (!(error instanceof ShopError) || error.kind !== "payment") throw error
        scene.toast({ type: "error", message: error.message })
        return scene.redirect("/process/payment")
      }
    }),
  )
}
