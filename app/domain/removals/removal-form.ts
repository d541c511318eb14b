import { z } from "zod"
import { ObjectIdField } from "../object-id"
import { removalKinds } from "./removal"

/** The 'Undo' button: what to bring back, and the list to return to. */
export const UndoForm = z.object({
  kind: z.enum(removalKinds).optional().catch(undefined),
  id: ObjectIdField.optional().catch(undefined),
  back: z.string().optional().catch(undefined),
})
