import { z } from "zod"
import { ObjectIdField } from "../object-id"
import { LARGEST_QUANTITY } from "./cart"

/** Puts a product in the cart, or sets its quantity. */
export const CartEntryForm = z.object({
  product: ObjectIdField,
  quantity: z.coerce
    .number("Choose a quantity")
    .int("Quantity must be a whole number")
    .min(1, "Quantity must be at least 1")
    .max(LARGEST_QUANTITY, "That is more than we could ever send"),
})

export const RemoveFromCartForm = z.object({ product: ObjectIdField })
