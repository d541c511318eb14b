import type { SubmissionResult } from "@conform-to/react"
import { useLocation } from "@remix-run/react"
import { optionFields } from "~/domain/catalog/product-path"
import { valuesAt } from "~/domain/catalog/variants/choice"
import { chooseOptions } from "~/domain/catalog/variants/variant"
import { paths } from "~/paths"
import { isAtOptions } from "./buy-form"
import { OptionGroup } from "./option-group"
import type { ProductView } from "./product-view"
import { searchOf, useChoosing } from "./use-choice"
import type { useOffer } from "./use-offer"

interface ProductOptionsProps {
  product: ProductView
  offer: Pick<ReturnType<typeof useOffer>, "choice" | "held">
  refused?: Pick<SubmissionResult<string[]>, "error">
}

export function ProductOptions({ product, offer: { choice, held }, refused }: ProductOptionsProps) {
  const kept = [...searchOf(useLocation())].filter(([name]) => name === "sort" || name === "page")
  const pathOf = (chosen: typeof choice) => paths.product({ ...product, values: chosen }, kept)
  const choosing = useChoosing(product.options, pathOf)
  const isRefused = isAtOptions(refused)
  const variants = product.variants.map(({ id, values, stock }) => ({ values, stock: stock + (held[id] ?? 0) }))
  return (
    <div className="stack" {...choosing}>
      {product.options.map((option, place) => {
        const field = optionFields[place] ?? "option1"
        const unchosen = isRefused && choice[place] === null ? chooseOptions([option]) : undefined
        return (
          <OptionGroup
            key={field}
            legend={option.name}
            name={field}
            values={valuesAt({ options: product.options, variants }, choice, place)}
            pathOf={pathOf}
            error={unchosen ?? refused?.error?.[field]?.join(" ")}
          />
        )
      })}
    </div>
  )
}
