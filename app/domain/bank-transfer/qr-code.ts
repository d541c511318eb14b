import { encode } from "uqr"

/** The dark modules as an SVG path, and the number of modules per side, with the quiet zone */
export interface QrCode {
  size: number
  path: string
}

/** Draws a text in UTF-8, with the error correction level that the formats of payments ask for. */
export function drawQrCode(text: string): QrCode {
  // Bytes, because payment formats allow no other kind of segment.
  const bytes = [...new TextEncoder().encode(text)]
  const { data, size } = encode(bytes, { ecc: "M", boostEcc: false, border: 4 })
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
  return { size, path: modules.join("") }
}
