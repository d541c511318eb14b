// /process/payment/return
import type { LoaderFunctionArgs } from "@remix-run/node"
import { requireMember } from "~/domain/accounts/user"
import { finishReturn } from "~/domain/checkout/finish-return.server"
import { afterPayment } from "~/http/after-payment.server"
import { page } from "~/http/page.server"
import { backToPayment, stepBack } from "~/http/step-back.server"

/** Where the gateway sends shoppers back to. What its address claims is only a hint: the gateway is asked. */
export function loader(args: LoaderFunctionArgs) {
  return page(args, (scene) =>
    stepBack(scene, () =>
      backToPayment(scene, async () => {
        const search = scene.url.searchParams
        const hint = search.get("payment") ?? search.get("payment_intent")
        return afterPayment(scene, await finishReturn(scene.shop, requireMember(scene.user), hint))
      }),
    ),
  )
}
