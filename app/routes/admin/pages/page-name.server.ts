import { isPageName, type PageName } from "~/domain/pages/page"
import { notFound } from "~/domain/shop-error"

/** @throws ShopError `notFound` */
export function pageNameOf({ page }: Readonly<Record<string, string | undefined>>): PageName {
  if (!isPageName(page)) throw notFound("There is no such page")
  return page
}
