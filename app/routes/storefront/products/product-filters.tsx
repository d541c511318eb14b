import { Disclosure } from "~/ui/disclosure"
import { Icon } from "~/ui/icon"
import { ChoiceList } from "./choice-list"
import { FilterForm } from "./filter-form"
import { PriceRange } from "./price-range"
import type { viewFilter, viewOptions } from "./product-list-view"
import { RatingSlider } from "./rating-slider"

const VALUES_AT_FIRST = 8

interface ProductFiltersProps {
  view: ReturnType<typeof viewFilter>
  categories: { category: string; count: number }[]
  options: ReturnType<typeof viewOptions>
}

/** The keyword stays in the address, the order in a hidden field. */
export function ProductFilters({ view, categories, options }: ProductFiltersProps) {
  const all = categories.reduce((sum, { count }) => sum + count, 0)
  return (
    <Disclosure
      openWhenWide
      summary={
        <>
          <Icon name="filter" />
          Filters
        </>
      }
    >
      <FilterForm action={view.action} label="Filter products">
        <input type="hidden" name="sort" value={view.sort} />
        {view.hiddenKeyword && <input type="hidden" name="keyword" value={view.keyword} />}
        {categories.length > 0 && (
          <ChoiceList
            legend="Category"
            name="category"
            options={[
              { value: "", label: "All", count: all, checked: view.category === null },
              ...categories.map(({ category, count }) => ({
                value: category,
                label: category,
                count,
                checked: category === view.category,
              })),
            ]}
          />
        )}
        <PriceRange {...view.price} />
        <RatingSlider value={view.ratingFrom} links={view.ratings} />
        {options.map(({ key, name, values }) => (
          <ChoiceList key={key} legend={name} name="option" multiple atFirst={VALUES_AT_FIRST} options={values} />
        ))}
      </FilterForm>
    </Disclosure>
  )
}
