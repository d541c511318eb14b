import type { Product } from "~/domain/catalog/product"
import { optionFields } from "~/domain/catalog/product-path"
import { choiceOf, sentChoice } from "~/domain/catalog/variants/choice"
import { pageAddress, pagePath } from "~/http/request/request-path"
import { paths } from "~/paths"

type AddressedProduct = Pick<Product, "id" | "name" | "options">

/**
 * Returns the product's canonical address, or null if it was requested. The id finds the product; the words are those
 * of the present name, and unknown options are dropped.
 */
export function currentAddress(url: URL, product: AddressedProduct): string | null {
  const path = pagePath(url.pathname)
  const current = paths.product(product) + (/\/review\/*$/.test(path) ? "/review" : "")
  const query = pageAddress(url).slice(path.length)
  const known = knownQuery(query, product)
  return path === current && query === known ? null : current + known
}

function knownQuery(query: string, { options }: AddressedProduct): string {
  const search = new URLSearchParams(query)
  const sent = sentChoice(search)
  const choice = choiceOf(options, sent)
  const unknown = optionFields.filter((field, place) => sent[field] && sent[field] !== choice[place])
  if (unknown.length === 0) return query
  for (const field of unknown) search.delete(field)
  return search.size > 0 ? `?${search}` : ""
}
