// @ts-check
import { readdirSync, readFileSync, writeFileSync } from "node:fs"
import { extname, join } from "node:path"
import { brotliCompressSync, constants, gzipSync } from "node:zlib"

/** Pictures and fonts are compressed by their own formats. */
const COMPRESSIBLE = new Set([".css", ".html", ".js", ".json", ".svg", ".txt", ".webmanifest", ".xml"])
/** Bytes; a smaller gain saves no packet. */
const LEAST_GAIN = 100

const encodings = [
  { ending: ".br", compress: brotli },
  { ending: ".gz", compress: (/** @type {Buffer} */ bytes) => gzipSync(bytes, { level: 9 }) },
]

/** @param {string} folder gets `<name>.br` and `<name>.gz` next to each file */
export function compressFiles(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !COMPRESSIBLE.has(extname(entry.name))) continue
    const path = join(entry.parentPath ?? entry.path, entry.name)
    const bytes = readFileSync(path)
    for (const { ending, compress } of encodings) {
      const compressed = compress(bytes)
      if (compressed.length + LEAST_GAIN < bytes.length) writeFileSync(path + ending, compressed)
    }
  }
}

/** @param {Buffer} bytes */
function brotli(bytes) {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_QUALITY } = constants
  return brotliCompressSync(bytes, {
    params: { [BROTLI_PARAM_QUALITY]: BROTLI_MAX_QUALITY, [BROTLI_PARAM_SIZE_HINT]: bytes.length },
  })
}
