import { ShopError } from "~/domain/shop-error"
import type { FormScene } from "./form.server"

/** Refusals that a person can do something about; who may not be here at all is answered otherwise. */
const told = new Set(["invalid", "notFound", "conflict", "payment", "tooMany", "unavailable"])

/** For buttons without a page of their own: a refusal becomes a message on the page that they stand on. */
export async function orToast(scene: FormScene, path: string, work: () => Promise<Response>): Promise<Response> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof ShopError) || !told.has(error.kind)) throw error
    scene.toast({ type: "error", message: error.message })
    return scene.redirect(path)
  }
}
