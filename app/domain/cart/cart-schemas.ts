import { z } from "zod"
import type { LineItem } from "~/domain/catalog/line-item"
import { across } from "~/domain/form-rules"
import { ObjectId } from "~/domain/object-id"
import { wholeNumber } from "~/domain/validation/whole-number"
import { type Addition, MAX_CART_LINES, MAX_QUANTITY } from "./cart"

const Quantity = wholeNumber(1, MAX_QUANTITY, {
  sentence: "Quantity must be a whole number",
  example: "2",
  missing: "Choose a quantity",
  tooSmall: "Quantity must be at least 1",
  tooLarge: "This is more than one order can contain",
})

const Slug = z.string("This value is not known").max(60, "This value is not known").optional()

/** The slugs of values choose a variant of a product with options. */
export const CartAddition = z
  .object({ product: ObjectId, quantity: Quantity, option1: Slug, option2: Slug, option3: Slug })
  .transform(({ product, quantity, ...choice }): Required<Addition> => ({ variantId: product, quantity, choice }))

/** A repeated form field arrives as an array, a single one as a string. */
function repeatedField<S extends z.ZodType>(field: S) {
  return z.preprocess(
    (sent) => (Array.isArray(sent) ? sent : sent === undefined ? [] : [sent]),
    z.array(field).max(MAX_CART_LINES),
  )
}

const lines = {
  product: repeatedField(ObjectId),
  quantity: repeatedField(Quantity),
  previousQuantity: repeatedField(z.string()),
  /** Scripts that submit the form in the background send this field. */
  stay: z.string().optional(),
}

/** The error for a quantity that cannot be read */
const UNCHANGED = 0

interface SubmittedLines {
  product: string[]
  quantity: number[]
  previousQuantity: string[]
}

/** Changes only lines whose quantity differs from what the page showed. */
export const CartChanges = z
  .object(lines)
  .refine(isComplete, { path: ["quantity"], error: "Choose a quantity", ...across(...Object.keys(lines)) })
  .transform((sent) => ({ changes: changesIn(sent) }))

/** An invalid quantity does not prevent the removal of another line, and its own line is unchanged. */
export const CartRemoval = z
  .object({ ...lines, quantity: repeatedField(Quantity.catch(UNCHANGED)), remove: ObjectId.optional() })
  .transform(({ remove, ...sent }, context) => {
    const variantId = remove ?? sent.product[0]
    if (variantId === undefined) context.addIssue({ code: "custom", path: ["product"], message: "Product not found" })
    const others = remove && isComplete(sent) ? changesIn(sent).filter((change) => change.variantId !== remove) : []
    return { variantId: variantId ?? "", changes: others }
  })

/** The form of the cart page, which a button tells whether to remove a line or to check out */
export const CartForm = z
  .object({
    ...lines,
    quantity: repeatedField(z.string("Choose a quantity").optional()),
    /** The page's quantities by line, because browsers offer agents no field with a repeated name */
    units: z.record(ObjectId, z.string()).optional().catch(undefined),
    remove: z.record(ObjectId, z.string()).optional().catch(undefined),
    next: z.string().optional().catch(undefined),
  })
  .transform(({ remove = {}, next, quantity, units, ...others }, context) => {
    const ofLines = units ? others.product.map((variantId) => units[variantId]) : quantity
    const sent = { ...others, quantity: ofLines }
    const [removed] = Object.keys(remove)
    const { data, error } = removed ? CartRemoval.safeParse({ ...sent, remove: removed }) : CartChanges.safeParse(sent)
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: "custom", path, message })
    return { removed, changes: data?.changes ?? [], isCheckout: next !== undefined }
  })

function isComplete({ product, quantity, previousQuantity }: SubmittedLines): boolean {
  return (
    product.length === quantity.length && (previousQuantity.length === 0 || previousQuantity.length === product.length)
  )
}

function changesIn({ product, quantity, previousQuantity }: SubmittedLines): LineItem[] {
  return product
    .map((variantId, index) => ({ variantId, quantity: quantity[index] ?? 0 }))
    .filter(({ quantity }, index) => quantity !== UNCHANGED && previousQuantity[index] !== String(quantity))
}
