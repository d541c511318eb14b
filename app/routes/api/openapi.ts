// GET /api/v1/openapi.json
import { methodNotAllowed, withETag } from "~/http/doorways/envelope.server"
import { staticPage } from "~/http/doorways/page.server"
import { apiDocument } from "./reference/document"

export const loader = staticPage(
  { store: "memory", ignoresUnknown: true, personal: [] },
  async (_shop, context, request) => {
    if (!["GET", "HEAD"].includes(request.method)) return methodNotAllowed(["GET"])
    return withETag(JSON.stringify(await apiDocument(context)), request)
  },
)

export const action = loader
