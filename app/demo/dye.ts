export interface Dye {
  /** The cloth's colour in the drawing, such as `#7e8765` */
  from: string
  /** Degrees of hue around it that belong to the cloth as well, in light and in shadow */
  within: number
  /** Colours by their names in a product's option */
  to: Partial<Record<string, string>>
}

type Rgb = [red: number, green: number, blue: number]

/** Returns the drawing in another colour, with its light and shadow. */
export function dye(svg: string, { from, within }: Pick<Dye, "from" | "within">, to: string): string {
  const [before, after] = [parse(from), parse(to)]
  return svg.replaceAll(/#[0-9a-f]{6}\b/g, (hex) => {
    const own = parse(hex)
    if (!isCloth(own, before, within)) return hex
    const light = lightOf(own) - lightOf(before)
    return `#${after.map((channel) => byte(channel + light)).join("")}`
  })
}

function isCloth(own: Rgb, cloth: Rgb, within: number): boolean {
  if (Math.max(...own) < DARK || Math.max(...own) - Math.min(...own) < GREY) return false
  const apart = Math.abs(hueOf(own) - hueOf(cloth))
  return Math.min(apart, 360 - apart) <= within
}

/** The colours of shadows and lights over the whole drawing */
const DARK = 60
const GREY = 15

function parse(hex: string): Rgb {
  const [red = 0, green = 0, blue = 0] = (hex.match(/[0-9a-f]{2}/g) ?? []).map((pair) => Number.parseInt(pair, 16))
  return [red, green, blue]
}

function hueOf([red, green, blue]: Rgb): number {
  return (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI
}

function lightOf([red, green, blue]: Rgb): number {
  return 0.3 * red + 0.59 * green + 0.11 * blue
}

function byte(channel: number): string {
  return Math.round(Math.min(255, Math.max(0, channel)))
    .toString(16)
    .padStart(2, "0")
}
