import { z } from "zod"
import { MOST_CART_LINES } from "../cart/cart"
import { readSeen } from "./seen-line"

/** The confirm page's form: what was shown, so that a changed offer is noticed and can be explained. */
export const ConfirmForm = z.object({
  mark: z.string("Please confirm again").max(64),
  seen: z
    .array(z.string().max(64))
    .max(MOST_CART_LINES)
    .default([])
    .transform((lines) => lines.map(readSeen).filter((line) => line !== null)),
})

export type Confirmed = z.output<typeof ConfirmForm>
