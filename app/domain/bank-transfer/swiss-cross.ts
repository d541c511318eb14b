/** The Swiss cross of 7 mm in the centre of a QR code of 46 mm, as SVG paths in millimetres around its middle */
export const CROSS = {
  ground: "M-3.5-3.5h7v7h-7z",
  square: "M-3-3h6v6h-6z",
  cross: "M-.583-1.944h1.166v1.361h1.361v1.166h-1.361v1.361h-1.166v-1.361h-1.361v-1.166h1.361z",
}
