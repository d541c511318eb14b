import { z } from "zod"

const RELOAD = "Please load the page again"

/** The random key of a form whose work is done once, however often it is sent; a form without one has no such promise. */
export const FormKey = z
  .string(RELOAD)
  .regex(/^[\w-]{22}$/, RELOAD)
  .optional()
