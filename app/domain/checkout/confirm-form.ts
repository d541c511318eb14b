import { z } from "zod"

/** The confirm page's form: the mark of the offer that was shown. */
export const ConfirmForm = z.object({ mark: z.string("Please confirm again").max(64) })
