// GET /api/v1/openapi.json
import type { LoaderFunctionArgs } from "@remix-run/node"
import { methodNotAllowed, withETag } from "~/http/envelope.server"
import { apiDocument } from "./reference/document"

/** The contract for machines, generated from the schemas that the calls parse and answer by. */
export async function loader({ request, context }: LoaderFunctionArgs) {
  if (!["GET", "HEAD"].includes(request.method)) return methodNotAllowed(["GET"])
  return withETag(JSON.stringify(await apiDocument(context)), request)
}

export const action = loader
