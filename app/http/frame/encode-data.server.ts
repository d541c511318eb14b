import { encode } from "turbo-stream"
import { readText } from "~/http/server/page-data.server"

/** Encodes values as Remix does, but no promises and no errors. */
export function encodeData(value: unknown): Promise<string> {
  return readText(encode(value))
}
