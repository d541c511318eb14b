import { Form, Link } from "@remix-run/react"
import { type RefObject, useEffect, useRef, useState } from "react"
import { paths } from "~/paths"
import { classNames } from "~/ui/class-names"
import { Disclosure } from "~/ui/disclosure"
import { useHydrated } from "~/ui/use-hydrated"
import { BulkFields } from "./bulk-fields"

interface BulkBarProps {
  /** The form's id, by which the boxes in the rows belong to it. */
  id: string
  /** The products of this page. */
  products: string[]
  /** The names of all categories */
  categories: readonly string[]
  back: string
}

/** The head of a table with boxes to tick: the change to all that are ticked. With scripts it counts them, and stays in view. */
export function BulkBar({ id, products, categories, back }: BulkBarProps) {
  const hydrated = useHydrated()
  const form = useRef<HTMLFormElement>(null)
  const ticked = useTicked(form, products)
  const all = new URLSearchParams([...products.map((product) => ["id", product]), ["back", back]])
  return (
    <Form
      id={id}
      ref={form}
      method="get"
      action="/admin/products/bulk"
      className={classNames("bulk-bar", ticked > 0 && "bulk-bar-ticked")}
    >
      <input type="hidden" name="back" value={back} />
      {hydrated ? (
        <label>
          <input
            type="checkbox"
            checked={ticked === products.length}
            ref={(box) => {
              if (box) box.indeterminate = ticked > 0 && ticked < products.length
            }}
            onChange={({ currentTarget }) => tickAll(form, currentTarget.checked)}
          />
          Select all on this page
        </label>
      ) : (
        <Link to={paths.bulkEdit(`?${all}`)}>Change all on this page</Link>
      )}
      <p role="status">{hydrated ? `${ticked} selected` : "Ticked below"}:</p>
      <Disclosure summary="Price, stock, category and status">
        <BulkFields categories={categories} />
      </Disclosure>
    </Form>
  )
}

function boxesOf({ current }: RefObject<HTMLFormElement>): HTMLInputElement[] {
  const controls: Element[] = current ? [...current.elements] : []
  return controls.filter((one): one is HTMLInputElement => one instanceof HTMLInputElement && one.name === "id")
}

function tickAll(form: RefObject<HTMLFormElement>, checked: boolean) {
  for (const box of boxesOf(form)) box.checked = checked
}

/** How many boxes are ticked, also those that were before scripts ran. */
function useTicked(form: RefObject<HTMLFormElement>, products: string[]): number {
  const [ticked, setTicked] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: other products have other boxes
  useEffect(() => {
    const count = () => setTicked(boxesOf(form).filter((box) => box.checked).length)
    count()
    document.addEventListener("change", count)
    return () => document.removeEventListener("change", count)
  }, [form, products.join()])
  return ticked
}
