import { constants } from "node:zlib"
import compression from "compression"

/** More effort would take longer than it saves in transfer. */
export const compressed = compression({ level: 3, brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 3 } } })
