export interface QrCode {
  /** Modules on each side, with the quiet zone */
  size: number
  /** The dark modules as an SVG path */
  path: string
}

export async function drawQrCode(text: string): Promise<QrCode> {
  const { encode } = await import("uqr")
  const { data, size } = encode(text, { ecc: "M", border: 4 })
  const modules = data.flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")))
  return { size, path: modules.join("") }
}
