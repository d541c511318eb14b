// GET /api/v1/openapi.json
import type { LoaderFunctionArgs } from "@remix-run/node"
import { methodNotAllowed, withETag } from "~/http/doorways/envelope.server"
import { staticPage } from "~/http/doorways/page.server"
import { apiDocument } from "./reference/document"

/** The contract for machines, generated from the schemas that the calls parse and answer by. */
export async function loader(args: LoaderFunctionArgs) {
  const { request } = args
  if (!["GET", "HEAD"].includes(request.method)) return methodNotAllowed(["GET"])
  const document = await staticPage((_shop, context) => apiDocument(context))(args)
  return withETag(JSON.stringify(document), request)
}

export const action = loader
