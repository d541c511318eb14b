import { z } from "zod"
import { ObjectId } from "~/domain/object-id"
import { deletableKinds } from "./deleted-record"

export const RestoreFields = z.object({
  kind: z.enum(deletableKinds).optional().catch(undefined),
  id: ObjectId.optional().catch(undefined),
  back: z.string().max(2_000).optional().catch(undefined),
})
