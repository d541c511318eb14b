// /*
import { findProductOfFormerAddress } from "~/domain/catalog/former-addresses/former-addresses.server"
import { storedFormerPath } from "~/domain/catalog/former-addresses/former-path"
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/doorways/page.server"
import { paths } from "~/paths"
import { title } from "~/ui/shell/title"

export const meta = title("Page Not Found")

export const loader = page(async ({ shop, params, redirectToCurrent }) => {
  const imported = await findProductOfFormerAddress(shop, storedFormerPath(params["*"] ?? ""))
  if (imported) return redirectToCurrent(paths.product(imported))
  throw notFound("There is nothing at this address. The page may have moved, or there is a mistake in the address.")
})

export const action = page(() => {
  throw notFound("There is nothing at this address. The page may have moved, or there is a mistake in the address.")
})

/** This is never shown: the loader's refusal leads to the error page. */
export default function NotFound() {
  return null
}
