// /*
import { notFound } from "~/domain/shop-error"
import { page } from "~/http/doorways/page.server"
import { title } from "~/ui/shell/title"

export const meta = title("Page Not Found")

export const loader = page(() => {
  throw notFound("There is nothing at this address. The page may have moved, or there is a mistake in the address.")
})

export const action = loader

/** This is never shown: the loader's refusal leads to the error page. */
export default function NotFound() {
  return null
}
