import { encode } from "turbo-stream"
import { readText } from "~/http/server/page-data.server"

/** Returns the data of a page, or of a navigation, as Remix encodes them: values only, no promises and no errors. */
export function encodeData(value: unknown): Promise<string> {
  return readText(encode(value))
}
