import { z } from "zod"
import { ObjectId } from "~/domain/object-id"
import { deletableKinds } from "./deleted-record"

/** The 'Undo' button: what to bring back, and the list to return to. */
export const RestoreFields = z.object({
  kind: z.enum(deletableKinds).optional().catch(undefined),
  id: ObjectId.optional().catch(undefined),
  back: z.string().max(2_000).optional().catch(undefined),
})
