// GET /api/v1/openapi.json
import { methodNotAllowed, withETag } from "~/http/doorways/envelope.server"
import { staticPage } from "~/http/doorways/page.server"

export const loader = staticPage(
  { store: "memory", ignoresUnknown: true, personal: [] },
  async (_shop, context, request) => {
    if (!["GET", "HEAD"].includes(request.method)) return methodNotAllowed(["GET"])
    const { apiDocument } = await import("./reference/document")
    return withETag(JSON.stringify(await apiDocument(context)), request)
  },
)

export const action = loader
