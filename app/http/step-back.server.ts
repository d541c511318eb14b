import { redirect } from "@remix-run/node"
import { ShopError } from "~/domain/shop-error"
import type { Visit } from "./visit.server"

/** Where a missing step of the checkout is made up for. */
const stepOf: Record<string, string> = {
  cart: "/cart",
  shippingInfo: "/shipping",
  checkout: "/order/confirm",
}

/** A checkout step that cannot be taken yet leads back to the one that is missing, and says why. */
export async function stepBack<T>(visit: Visit, work: () => Promise<T>): Promise<T | Response> {
  try {
    return await work()
  } catch (error) {
    const step = error instanceof ShopError && error.field ? stepOf[error.field] : undefined
    if (!step) throw error
    visit.toast({ type: "info", message: (error as ShopError).message })
    return redirect(step, 303)
  }
}

const aboutPaying = new Set(["payment", "unavailable", "conflict"])

/** A payment that came to nothing leads back to the payment page, and says why. */
export async function backToPayment(visit: Visit, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopError) || !aboutPaying.has(error.kind)) throw error
    visit.toast({ type: "error", message: error.message })
    return redirect("/process/payment", 303)
  }
}
