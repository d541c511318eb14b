import { shade } from "./colour"
import { fill, oval, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

const shadow = "#2a1d14"

/** The seamless backdrop of things that stand: wall, sweep and floor in one, lit from the upper left. */
export function stage(s: Sheet, horizon = 0.62): string {
  const wall = s.linear([
    [shade(s.ground, 0.28), 0],
    [s.ground, horizon - 0.12],
    [shade(s.ground, -0.045), horizon],
    [shade(s.ground, 0.1), Math.min(0.99, horizon + 0.16)],
    [shade(s.ground, -0.02), 1],
  ])
  return `<path d="M0 0h1200v1200h-1200z" fill="${wall}"/>${keyLight(s)}`
}

/** A surface seen from above, for things that lie. */
export function surface(s: Sheet, colour: string = s.ground): string {
  const paint = s.linear([shade(colour, 0.22), colour, shade(colour, -0.06)], 50)
  return `<path d="M0 0h1200v1200h-1200z" fill="${paint}"/>`
}

function keyLight(s: Sheet): string {
  const pool = s.radial(
    [
      ["#fffdf6", 0, 0.5],
      ["#fffdf6", 1, 0],
    ],
    0.24,
    0.16,
    0.8,
  )
  const fall = s.radial(
    [
      [shadow, 0, 0.1],
      [shadow, 1, 0],
    ],
    1,
    1,
    0.7,
  )
  return `<path d="M0 0h1200v1200h-1200z" fill="${pool}"/><path d="M0 0h1200v1200h-1200z" fill="${fall}"/>`
}

/** The shadow under something that stands at x, y: a tight dark line of contact and a wide fall to the right. */
export function contact(s: Sheet, x: number, y: number, halfWidth: number, strength = 1): string {
  const wide = s.radial([
    [shadow, 0, 0.34 * strength],
    [shadow, 0.45, 0.18 * strength],
    [shadow, 1, 0],
  ])
  const tight = s.radial([
    [shadow, 0, 0.6 * strength],
    [shadow, 0.6, 0.4 * strength],
    [shadow, 1, 0],
  ])
  const height = Math.min(70, 16 + halfWidth * 0.14)
  return (
    fill(oval(x + halfWidth * 0.22, y + 6, halfWidth * 1.42, height), wide) +
    fill(oval(x + halfWidth * 0.04, y + 1, halfWidth * 1.06, Math.max(7, height * 0.26)), tight)
  )
}

/** The soft shadow of something that lies flat or hangs, thrown to the lower right. */
export function cast(outline: string, height = 1, strength = 1): string {
  const far = `<g transform="translate(${16 * height} ${24 * height})">${soft(outline, "#000000", 34 * height, 0.25 * strength, true, 10)}</g>`
  return `${far}<g transform="translate(3 5)">${soft(outline, "#000000", 8, 0.28 * strength, true, 3)}</g>`
}

/**
 * A line or (filled) outline that fades out over `spread`: strokes of growing width laid over one another, since blur filters
 * cost a tenth of a second each. Black or white only: other colours drift when such thin layers are rounded to 8 bits.
 */
export function soft(
  line: string,
  colour: string,
  spread: number,
  opacity: number,
  filled = false,
  steps = 14,
): string {
  const each = 1 - (1 - Math.min(0.95, opacity)) ** (1 / steps)
  const layers = Array.from({ length: steps }, (_, i) => {
    const reach = (2 * (i + 0.5)) / steps - 1
    const width = spread * (1 + Math.sign(reach) * Math.abs(reach) ** 1.5)
    return `<path d="${line}" stroke-width="${width.toFixed(1)}" opacity="${each.toFixed(4)}"/>`
  })
  const paint = `fill="${filled ? colour : "none"}" stroke="${colour}" stroke-linejoin="round" stroke-linecap="round"`
  return `<g ${paint}>${layers.join("")}</g>`
}

/** A body with volume: light from the upper left, a shaded far side and a lit edge. */
export function solid(s: Sheet, outline: string, colour: string, { angle = 58, depth = 1, edge = 8 } = {}): string {
  const paint = s.linear([shade(colour, 0.2 * depth), colour, shade(colour, -0.24 * depth)], angle)
  return fill(outline, paint) + rim(s, outline, edge)
}

/** The light along a body's upper left edge and the shade along its lower right one. */
export function rim(s: Sheet, outline: string, width = 8, strength = 1): string {
  if (width === 0) return ""
  const paint = s.linear(
    [
      ["#fffaf0", 0, 0.75 * strength],
      ["#fffaf0", 0.35, 0.12 * strength],
      [shadow, 0.65, 0.06 * strength],
      [shadow, 1, 0.42 * strength],
    ],
    55,
  )
  return s.clip(outline, stroke(outline, paint, width))
}

/** A round body seen from the side: bright at a third, dark towards the right, a little light thrown back at the edge. */
export function tube(s: Sheet, outline: string, colour: string, { angle = 0, depth = 1 } = {}): string {
  return fill(
    outline,
    s.linear(
      [
        [shade(colour, -0.22 * depth), 0],
        [shade(colour, 0.08 * depth), 0.12],
        [shade(colour, 0.34 * depth), 0.3],
        [colour, 0.52],
        [shade(colour, -0.34 * depth), 0.88],
        [shade(colour, -0.2 * depth), 1],
      ],
      angle,
    ),
  )
}

/** A ball. */
export function ball(s: Sheet, outline: string, colour: string): string {
  return fill(
    outline,
    s.radial([shade(colour, 0.5), shade(colour, 0.12), shade(colour, -0.12), shade(colour, -0.45)], 0.34, 0.28, 0.78),
  )
}

/** Folds, creases and dents inside an outline: along each line a shaded side and a lit one, both running out at its ends. */
export function folds(s: Sheet, outline: string, lines: string[], width = 16, strength = 1): string {
  const sides = lines.flatMap(segments).map((line) => {
    const reach = width * 1.9
    return (
      times(5, (i) => fill(lens(line, (reach * (i + 1)) / 5), shadow, 0.085 * strength)) +
      times(4, (i) => fill(lens(line, (-reach * (i + 1)) / 5), "#fffaf0", 0.07 * strength))
    )
  })
  return s.clip(outline, sides.join(""))
}

/** The straight and curved pieces of a line (M, L and C only), each as the eight numbers of a cubic curve. */
function segments(line: string): number[][] {
  const found: number[][] = []
  let at = [0, 0]
  for (const [, kind, rest = ""] of line.matchAll(/([MLC])([^MLC]*)/g)) {
    const n = (rest.match(/-?[\d.]+/g) ?? []).map(Number)
    const [ax = 0, ay = 0] = at
    const [x = 0, y = 0] = n.slice(-2)
    if (kind === "L")
      found.push([ax, ay, ax + (x - ax) / 3, ay + (y - ay) / 3, ax + ((x - ax) * 2) / 3, ay + ((y - ay) * 2) / 3, x, y])
    if (kind === "C") found.push([ax, ay, ...n.slice(0, 6)])
    at = [x, y]
  }
  return found
}

/** The sliver between a curve and itself bulging by `reach` towards the lower right. */
function lens(curve: number[], reach: number): string {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0, x2 = 0, y2 = 0, x3 = 0, y3 = 0] = curve
  const length = Math.hypot(x3 - x0, y3 - y0) || 1
  const towards = (y3 - y0) * 1 - (x3 - x0) * 0.6 > 0 ? 1 : -1
  const [nx, ny] = [((y3 - y0) / length) * reach * towards, (-(x3 - x0) / length) * reach * towards]
  return `M${x0} ${y0}C${x1} ${y1} ${x2} ${y2} ${x3} ${y3}C${x2 + nx} ${y2 + ny} ${x1 + nx} ${y1 + ny} ${x0} ${y0}z`
}

/** A patch of light (or of another colour) that fades on all sides. */
export function glow(
  s: Sheet,
  x: number,
  y: number,
  rx: number,
  ry: number,
  opacity = 0.4,
  colour = "#fffaf0",
  turn = 0,
): string {
  const paint = s.radial([
    [colour, 0, opacity],
    [colour, 0.5, opacity * 0.5],
    [colour, 1, 0],
  ])
  const patch = fill(oval(0, 0, rx, ry), paint)
  return `<g transform="translate(${x} ${y}) rotate(${turn})">${patch}</g>`
}
