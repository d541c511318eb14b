import { z } from "zod"

const RELOAD = "Please load the page again"

/** A form without a key may run more than once. */
export const FormKey = z
  .string(RELOAD)
  .regex(/^[\w-]{22}$/, RELOAD)
  .optional()
