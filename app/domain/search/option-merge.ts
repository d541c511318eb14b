import { z } from "zod"

/** Keys of options; an empty `into` separates the option again. */
export const OptionMerge = z.object({
  option: z.string("Choose an option").min(1, "Choose an option").max(200, "Choose an option"),
  into: z.string().max(200, "Choose an option").default(""),
})
export type OptionMerge = z.output<typeof OptionMerge>
