import type { ProductImport } from "~/domain/product-table/import/product-import"
import { Button } from "~/ui/button"
import { Field, plainField } from "~/ui/form/field"
import { PostForm } from "~/ui/form/post-form"
import { Select } from "~/ui/form/select"
import { Notice } from "~/ui/notice"

interface ImportColumnsProps {
  headings: NonNullable<ProductImport["headings"]>
  uses: { value: string; label: string }[]
  /** The use of each heading that was chosen before, or is likely */
  chosen: (string | null)[]
  /** The system whose file this is most like */
  similarFormat: { name: string; missing: string[] } | null
}

/** Chooses what each column of a file of an unknown system is. */
export function ImportColumns({ headings, uses, chosen, similarFormat }: ImportColumnsProps) {
  return (
    <section className="stack" aria-labelledby="columns">
      <h2 id="columns">Choose the columns</h2>
      <Notice tone="neutral" title="This file is from a program that the shop does not know">
        {similarFormat && similarFormat.missing.length > 0 && (
          <p>
            It looks like a file of {similarFormat.name}, but has no column{" "}
            {similarFormat.missing.map(quoted).join(", ")}.
          </p>
        )}
        <p>Choose what each column is. The next file with these headings is read in the same way.</p>
      </Notice>
      <PostForm
        tool={{ name: "assign_columns", description: "Assigns the columns of the file" }}
        className="panel stack"
      >
        <input type="hidden" name="step" value="columns" />
        {headings.map(({ heading, samples }, place) => {
          const of = plainField(`column[${place}]`)
          return (
            <Field
              // biome-ignore lint/suspicious/noArrayIndexKey: headings may be equal, and never move
              key={place}
              of={{ ...of, descriptionId: `${of.id}-values` }}
              label={heading || `Column ${place + 1}, without a heading`}
              hint={samples.length > 0 ? samples.map(quoted).join(", ") : "Empty"}
            >
              <Select
                id={of.id}
                name={of.name}
                options={uses}
                placeholder="Not imported"
                defaultValue={chosen[place] ?? ""}
                aria-describedby={`${of.id}-values`}
              />
            </Field>
          )
        })}
        <Button>Check the file</Button>
      </PostForm>
    </section>
  )
}

const quoted = (text: string) => `“${text}”`
