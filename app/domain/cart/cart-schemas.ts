import { z } from "zod"
import type { LineItem } from "~/domain/catalog/line-item"
import { across } from "~/domain/form-rules"
import { ObjectId } from "~/domain/object-id"
import { type Addition, MAX_CART_LINES, MAX_QUANTITY } from "./cart"

const Quantity = z.coerce
  .number("Choose a quantity")
  .int("Quantity must be a whole number")
  .min(1, "Quantity must be at least 1")
  .max(MAX_QUANTITY, "That is more than one order can hold")

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
  /** Sent by scripts that submit the form in the background. */
  stay: z.string().optional(),
}

interface SubmittedLines<Quantity = number> {
  product: string[]
  quantity: Quantity[]
  previousQuantity: string[]
}

/** Changes only lines whose quantity differs from what the page showed. */
export const CartChanges = z
  .object({ ...lines, next: z.literal("checkout").optional() })
  .refine(isComplete, { path: ["quantity"], error: "Choose a quantity", ...across(...Object.keys(lines)) })
  .transform(({ next, ...sent }) => ({ changes: changesIn(sent), next }))

/** An invalid quantity does not prevent a removal: its line stays unchanged. */
export const CartRemoval = z
  .object({ ...lines, quantity: repeatedField(z.string().default("")), remove: ObjectId.optional() })
  .transform(({ remove, ...sent }, context) => {
    const variantId = remove ?? sent.product[0]
    if (variantId === undefined) context.addIssue({ code: "custom", path: ["product"], message: "Product not found" })
    const changes = remove && isComplete(sent) ? changesIn({ ...sent, quantity: sent.quantity.map(Number) }) : []
    const others = changes.filter(
      (change) => change.variantId !== remove && Quantity.safeParse(change.quantity).success,
    )
    return { variantId: variantId ?? "", changes: others }
  })

function isComplete({ product, quantity, previousQuantity }: SubmittedLines<unknown>): boolean {
  return (
    product.length === quantity.length && (previousQuantity.length === 0 || previousQuantity.length === product.length)
  )
}

function changesIn({ product, quantity, previousQuantity }: SubmittedLines): LineItem[] {
  return product
    .map((variantId, index) => ({ variantId, quantity: quantity[index] ?? 0 }))
    .filter(({ quantity }, index) => previousQuantity[index] !== String(quantity))
}
