import type { SubmissionResult } from "@conform-to/react"
import { chosenTitle, offerOf } from "~/domain/catalog/variants/choice"
import type { OwnHold } from "~/domain/checkout/checkout"
import type { PictureView } from "~/domain/media/picture"
import { paths } from "~/paths"
import { useHydrated } from "~/ui/use-hydrated"
import type { ProductView } from "./product-view"
import { useChoice } from "./use-choice"

export function useOffer(
  product: ProductView,
  hold: OwnHold | null,
  refused: Pick<SubmissionResult<string[]>, "initialValue"> | undefined,
) {
  const choice = useChoice(product.options, refused)
  const hydrated = useHydrated()
  const inAll = product.stock + (hold?.units ?? 0)
  const shared = {
    choice,
    notOffered: null,
    action: paths.product({ ...product, values: choice }),
    hold,
    held: hold?.byVariant ?? {},
  }
  if (product.options.length === 0) {
    const { price, compareAtPrice, priorPrice, unitPrice, stock, pictures } = product
    return {
      ...shared,
      price: { price, compareAtPrice, priorPrice, unitPrice },
      isFrom: false,
      stock,
      pictures,
      available: inAll,
    }
  }
  const { variant, state, price, isFrom, stock, picture } = offerOf(product, choice)
  const units = variant ? (shared.held[variant.id] ?? 0) : 0
  const left = state === "open" ? inAll : stock + units
  return {
    ...shared,
    price,
    isFrom,
    stock,
    notOffered: state === "notOffered" ? chosenTitle(product.options, choice) : null,
    hold: state === "open" ? hold : hold && units > 0 ? { ...hold, units } : null,
    pictures: picturesWith(product.pictures, picture),
    // Without scripts another radio button can be selected here.
    available: hydrated ? left : left || inAll,
  }
}

/** Keeps the number of pictures, so that nothing below them moves. */
function picturesWith(pictures: PictureView[], first: PictureView | null): PictureView[] {
  if (!first) return pictures
  const others = pictures.filter(({ id }) => id !== first.id)
  return [first, ...(others.length < pictures.length ? others : others.slice(1))]
}
