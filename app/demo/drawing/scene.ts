import { random } from "../random"
import { shade } from "./colour"
import { ball, cast, contact, rim, soft, solid, stage, tube } from "./light"
import { glass, oak, wood } from "./material"
import { box, fill, oval, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const paper = "#f4efe4"
export const leafGreen = "#76856a"

/** A wall with the light of a window on it. */
export function sunlitWall(s: Sheet, x = 180, y = 60): string {
  const pane = (dx: number, dy: number) => `M${x + dx} ${y + dy + dx * 0.22}l210 46l0 250l-210 -46z`
  const light = [pane(0, 0), pane(236, 0), pane(0, 280), pane(236, 280)].join("")
  return `${stage(s, 0.9)}<g transform="skewX(-14) translate(120 0)">${soft(light, "#fff7ec", 16, 0.36, true, 5)}</g>`
}

/** A table or counter whose top edge is at y, reaching below the sheet. */
export function table(s: Sheet, y: number, colour = oak, depth = 46): string {
  const top = box(-20, y, 1240, depth)
  const face = box(-20, y + depth, 1240, 1220 - y - depth)
  return (
    wood(s, top, shade(colour, 0.2), { x: 0, y, width: 1200, height: depth }, 5, 0) +
    fill(face, s.linear([shade(colour, -0.2), shade(colour, -0.05), shade(colour, -0.14)])) +
    fill(box(-20, y + depth, 1240, 5), shade(colour, -0.42), 0.5)
  )
}

/** A plank on the wall, its top edge at y, with the shadow it throws. */
export function plank(s: Sheet, y: number, { x = -20, width = 1240, colour = oak, height = 34 } = {}): string {
  const board = box(x, y, width, height, 4)
  return (
    fill(
      box(x + 14, y + height, width, 90),
      s.linear([
        ["#2a1d14", 0, 0.3],
        ["#2a1d14", 0.4, 0.1],
        ["#2a1d14", 1, 0],
      ]),
    ) + wood(s, board, colour, { x, y, width, height }, 9, 6)
  )
}

/** A round wooden peg in the wall, its middle at x, y. */
export function peg(s: Sheet, x: number, y: number, colour = oak): string {
  return (
    cast(oval(x, y, 26), 0.7) +
    solid(s, oval(x, y, 26), colour) +
    solid(s, oval(x - 3, y - 4, 17), shade(colour, 0.1), { edge: 4 })
  )
}

export interface Book {
  width: number
  height: number
  colour: string
}

/** Books upright on y, from x to the right. */
export function books(s: Sheet, x: number, y: number, row: Book[]): string {
  let at = x
  return row
    .map(({ width, height, colour }) => {
      const spine = box(at, y - height, width, height, 4)
      const band = box(at, y - height * 0.82, width, height * 0.05)
      const foot = box(at, y - height * 0.16, width, height * 0.025)
      at += width + 2
      return tube(s, spine, colour, { depth: 0.6 }) + fill(band + foot, shade(colour, 0.5), 0.55)
    })
    .join("")
}

/** Books lying on one another, their lowest edge at y, each given by its width, thickness (`height`) and colour. */
export function bookStack(s: Sheet, x: number, y: number, pile: Book[]): string {
  let at = y
  const body = pile
    .map(({ width, height, colour }, i) => {
      at -= height
      const left = x - width / 2 + (i % 2 ? 14 : -8)
      const pages = box(left + 8, at + 5, width - 16, height - 10, 3)
      return (
        solid(s, box(left, at, width, height, 5), colour, { angle: 80, edge: 5 }) +
        fill(pages, paper, 0) +
        fill(box(left + width - 26, at + 6, 26, height - 12), paper, 0.9) +
        fill(box(left + width * 0.16, at, width * 0.03, height), shade(colour, 0.5), 0.5)
      )
    })
    .join("")
  return contact(s, x, y, (pile[0]?.width ?? 100) * 0.52) + body
}

/** Record sleeves or magazines, standing tightly. */
export function sleeves(s: Sheet, x: number, y: number, width: number, height: number, seed = 3): string {
  const next = random(seed)
  const palette = ["#8d4f3b", "#d9c9a6", "#44525a", "#b98b56", "#e7dfd0", "#6b7560", "#3a3534", "#c7a59a"]
  return times(Math.floor(width / 13), (i) => {
    const tall = height - next() * 14
    const colour = palette[Math.floor(next() * palette.length)] as string
    return fill(box(x + i * 13, y - tall, 12, tall, 1), s.linear([shade(colour, 0.1), shade(colour, -0.22)], 0))
  })
}

/** A leaf from x, y along an angle. */
export function leaf(
  s: Sheet,
  x: number,
  y: number,
  length: number,
  angle: number,
  colour = leafGreen,
  breadth = 0.34,
): string {
  const wide = length * breadth
  const outline = `M0 0C${length * 0.25} ${-wide} ${length * 0.7} ${-wide} ${length} 0C${length * 0.7} ${wide * 0.8} ${length * 0.25} ${wide * 0.8} 0 0z`
  const paint = s.linear([shade(colour, 0.24), colour, shade(colour, -0.26)])
  const rib = stroke(`M4 0L${length * 0.92} 0`, shade(colour, -0.3), 2, 0.5)
  return `<g transform="translate(${x} ${y}) rotate(${angle})">${fill(outline, paint)}${rib}</g>`
}

/** A sprig rising from x, y: a bent stem with pairs of leaves. */
export function sprig(s: Sheet, x: number, y: number, height: number, lean = 40, colour = leafGreen): string {
  const stem = `M${x} ${y}C${x} ${y - height * 0.4} ${x + lean * 0.3} ${y - height * 0.7} ${x + lean} ${y - height}`
  const leaves = times(6, (i) => {
    const t = 0.3 + i * 0.13
    const size = height * (0.26 - i * 0.022)
    const at = [x + lean * t ** 2.2, y - height * t] as const
    return (
      leaf(s, at[0], at[1], size, -28 - i * 4, colour) +
      leaf(s, at[0], at[1] - 10, size * 0.92, -150 + i * 4, shade(colour, -0.08))
    )
  })
  return stroke(stem, shade(colour, -0.3), 5) + leaves + leaf(s, x + lean, y - height, height * 0.17, -72, colour)
}

/** A glass of water whose foot stands at x, y. */
export function tumbler(s: Sheet, x: number, y: number, height = 150): string {
  const half = height * 0.32
  const outline = `M${x - half} ${y - height}L${x - half * 0.82} ${y - 8}Q${x - half * 0.8} ${y} ${x - half * 0.7} ${y}H${x + half * 0.7}Q${x + half * 0.8} ${y} ${x + half * 0.82} ${y - 8}L${x + half} ${y - height}z`
  const level = y - height * 0.62
  const water = `M${x - half * 0.92} ${level}L${x - half * 0.8} ${y - 12}H${x + half * 0.8}L${x + half * 0.92} ${level}z`
  return (
    contact(s, x, y, half * 1.1, 0.6) +
    fill(
      water,
      s.linear(
        [
          ["#cfdcdc", 0, 0.7],
          ["#ffffff", 0.3, 0.4],
          ["#b9caca", 1, 0.7],
        ],
        0,
      ),
    ) +
    glass(s, outline) +
    fill(oval(x, level, half * 0.9, 9), "#ffffff", 0.5) +
    stroke(oval(x, y - height, half, 9), "#ffffff", 3, 0.7)
  )
}

/** A pot with a plant of long leaves, standing at x, y. */
export function potPlant(s: Sheet, x: number, y: number, size = 1, pot = "#b9795a"): string {
  const [w, h] = [92 * size, 150 * size]
  const outline = `M${x - w} ${y - h}H${x + w}L${x + w * 0.72} ${y - 6}Q${x + w * 0.7} ${y} ${x + w * 0.6} ${y}H${x - w * 0.6}Q${x - w * 0.7} ${y} ${x - w * 0.72} ${y - 6}z`
  const leaves = [-165, -140, -118, -100, -84, -66, -46, -18]
  return (
    contact(s, x, y, w * 0.8) +
    leaves
      .map((angle, i) =>
        leaf(
          s,
          x + (i - 3.5) * 8 * size,
          y - h + 6,
          (170 + ((i * 53) % 90)) * size,
          angle,
          shade(leafGreen, (i % 3) * 0.1 - 0.1),
          0.2,
        ),
      )
      .join("") +
    tube(s, outline, pot, { depth: 0.7 }) +
    tube(s, box(x - w * 1.08, y - h - 10, w * 2.16, 34 * size, 5), shade(pot, 0.05), { depth: 0.7 })
  )
}

/** A lemon lying with its middle at x, y. */
export function lemon(s: Sheet, x: number, y: number, size = 1, turn = -12): string {
  const fruit =
    "M-78 0C-70 -52 -30 -62 6 -60C46 -58 66 -34 78 -14C92 -12 92 10 78 12C66 36 42 58 2 58C-40 58 -72 36 -78 0z"
  return `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${ball(s, fruit, "#dfb941")}${rim(s, fruit, 5, 0.5)}</g>`
}

/** Steam rising from x, y. */
export function steam(x: number, y: number, size = 1): string {
  const wisp = (dx: number, h: number) =>
    soft(
      `M${x + dx * size} ${y}c${-30 * size} ${-h * 0.3 * size} ${40 * size} ${-h * 0.5 * size} ${6 * size} ${-h * size}`,
      "#ffffff",
      30 * size,
      0.4,
      false,
      10,
    )
  return wisp(-44, 190) + wisp(8, 250) + wisp(54, 170)
}
