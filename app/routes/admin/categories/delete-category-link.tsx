import type { Category } from "~/domain/catalog/categories/category"
import { paths } from "~/paths"
import { controlProps, Field, plainField } from "~/ui/form/field"
import { Select } from "~/ui/form/select"
import { DeleteLink } from "../delete-link"

type Named = Pick<Category, "id" | "name">

interface DeleteCategoryLinkProps {
  category: Named
  all: readonly Named[]
  inRow?: boolean
}

/** If it has products and no successor is chosen, the confirmation page asks again. */
export function DeleteCategoryLink({ category, all, inRow }: DeleteCategoryLinkProps) {
  const others = all.filter(({ id }) => id !== category.id)
  const successor = plainField("successor")
  return (
    <DeleteLink to={paths.deleteRecord("category", category.id)} kind="category" name={category.name} inRow={inRow}>
      {others.length > 0 && (
        <Field of={successor} label="Move its products to">
          <Select
            placeholder="Choose category"
            options={others.map(({ id, name }) => ({ value: id, label: name }))}
            {...controlProps({ of: successor })}
          />
        </Field>
      )}
    </DeleteLink>
  )
}
