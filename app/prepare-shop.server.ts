import type { OpenShop } from "./open-shop.server"
import type { Settings } from "./settings.server"

export interface Prepared {
  /** Printed at start, when the administrator's password was made by the shop. */
  admin: { email: string; password: string } | null
}

/** Makes an opened shop ready for people: the demo catalogue where it belongs, and an administrator. */
export async function prepareShop(_open: OpenShop, _settings: Settings, _onProgress: (line: string) => void): Promise<Prepared> {
  return { admin: null }
}
