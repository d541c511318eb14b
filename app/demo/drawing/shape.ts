export type Point = readonly [x: number, y: number]

/** Outlines, as the `d` of a path. */
export function box(x: number, y: number, width: number, height: number, radius = 0): string {
  const r = Math.min(radius, width / 2, height / 2)
  if (r === 0) return `M${x} ${y}h${width}v${height}h${-width}z`
  const corner = (dx: number, dy: number) => `a${r} ${r} 0 0 1 ${dx} ${dy}`
  const [w, h] = [width - 2 * r, height - 2 * r]
  return `M${x + r} ${y}h${w}${corner(r, r)}v${h}${corner(-r, r)}h${-w}${corner(-r, -r)}v${-h}${corner(r, -r)}z`
}

export function oval(cx: number, cy: number, rx: number, ry = rx): string {
  return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 0 ${2 * rx} 0a${rx} ${ry} 0 1 0 ${-2 * rx} 0z`
}

export function polygon(...points: Point[]): string {
  return `M${points.map((point) => point.join(" ")).join("L")}z`
}

/** A smooth line through the points (Catmull–Rom), closed on demand. */
export function curve(points: Point[], closed = false): string {
  const at = (i: number): Point => {
    const wrapped = closed ? (i + points.length) % points.length : Math.min(points.length - 1, Math.max(0, i))
    return points[wrapped] as Point
  }
  const pieces = Array.from({ length: closed ? points.length : points.length - 1 }, (_, i) => {
    const [a, b, c, d] = [at(i - 1), at(i), at(i + 1), at(i + 2)]
    const first = [b[0] + (c[0] - a[0]) / 6, b[1] + (c[1] - a[1]) / 6]
    const second = [c[0] - (d[0] - b[0]) / 6, c[1] - (d[1] - b[1]) / 6]
    return `C${first.join(" ")} ${second.join(" ")} ${c.join(" ")}`
  })
  return `M${at(0).join(" ")}${pieces.join("")}${closed ? "z" : ""}`
}

/** A filled outline. */
export function fill(outline: string, paint: string, opacity = 1): string {
  return `<path d="${outline}" fill="${paint}"${opacity === 1 ? "" : ` opacity="${opacity}"`}/>`
}

/** A line with round ends. */
export function stroke(line: string, paint: string, width: number, opacity = 1): string {
  const through = opacity === 1 ? "" : ` opacity="${opacity}"`
  return `<path d="${line}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round"${through}/>`
}

/** A seam of even stitches along a line. */
export function stitches(line: string, paint: string, width = 4, length = 12, opacity = 0.8): string {
  return `<path d="${line}" fill="none" stroke="${paint}" stroke-width="${width}" stroke-linecap="round" stroke-dasharray="${length} ${length * 0.8}" opacity="${opacity}"/>`
}

/** Moves a drawing so that its point `from` (by default the middle of its foot) comes to lie at x, y; then scales and turns it. */
export function place(
  body: string,
  x: number,
  y: number,
  { scale = 1, turn = 0, flip = false, from = [600, 920] as Point } = {},
): string {
  const steps = [`translate(${x} ${y})`]
  if (turn) steps.push(`rotate(${turn})`)
  if (scale !== 1 || flip) steps.push(`scale(${flip ? -scale : scale} ${scale})`)
  steps.push(`translate(${-from[0]} ${-from[1]})`)
  return `<g transform="${steps.join(" ")}">${body}</g>`
}

/** `count` copies, one per index. */
export function times(count: number, draw: (i: number) => string): string {
  return Array.from({ length: count }, (_, i) => draw(i)).join("")
}
