import { random } from "../random"
import { shade } from "./colour"
import { type Extent, extentOf } from "./extent"
import { rim } from "./light"
import { fill, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const oak = "#c99f6b"
export const walnut = "#7a5139"
export const beech = "#dcb684"
export const ash = "#dcc6a2"
export const brass = "#c79f54"
export const steel = "#b9bbba"
export const graphite = "#3b3a3a"

/** Wood with its grain running along the longer side of the extent. */
export function wood(s: Sheet, outline: string, colour: string, extent: Extent, seed = 1, edge = 7): string {
  const next = random(seed)
  const upright = extent.height > extent.width
  const [along, across] = upright ? [extent.height, extent.width] : [extent.width, extent.height]
  const count = Math.max(3, Math.round(across / 26))
  const lines = times(count, (i) => {
    const at = ((i + 0.2 + next() * 0.6) / count) * across
    const bow = (next() - 0.5) * Math.min(60, across * 0.3)
    const point = (l: number, c: number) =>
      upright ? `${extent.x + c} ${extent.y + l}` : `${extent.x + l} ${extent.y + c}`
    const line = `M${point(-10, at)}C${point(along * 0.3, at + bow)} ${point(along * 0.6, at - bow)} ${point(along + 10, at + bow * 0.4)}`
    return stroke(line, shade(colour, -0.42), 1.5 + next() * 3, 0.16 + next() * 0.16)
  })
  const paint = s.linear([shade(colour, 0.16), colour, shade(colour, -0.14)], upright ? 20 : 65)
  return fill(outline, paint) + s.clip(outline, lines) + rim(s, outline, edge, 0.8)
}

/** Polished or brushed metal: narrow bands of sky and dark across the body. */
export function metal(s: Sheet, outline: string, colour = steel, angle = 0): string {
  return fill(
    outline,
    s.linear(
      [
        [shade(colour, -0.35), 0],
        [shade(colour, 0.25), 0.1],
        [shade(colour, 0.82), 0.24],
        [shade(colour, 0.22), 0.36],
        [shade(colour, -0.06), 0.58],
        [shade(colour, -0.42), 0.8],
        [shade(colour, 0.12), 0.94],
        [shade(colour, -0.18), 1],
      ],
      angle,
    ),
  )
}

/** Clear or tinted glass: nearly nothing in the middle, density and light at the edges. */
export function glass(s: Sheet, outline: string, tint = "#dfe6e2", opacity = 0.34): string {
  const body = s.linear(
    [
      [shade(tint, -0.35), 0, opacity + 0.25],
      [tint, 0.12, opacity],
      ["#ffffff", 0.3, opacity * 0.6],
      [tint, 0.7, opacity * 0.7],
      [shade(tint, -0.3), 0.94, opacity + 0.2],
      ["#ffffff", 1, opacity + 0.2],
    ],
    0,
  )
  return fill(outline, body) + rim(s, outline, 7, 0.9)
}

/** Ribs of knitting along y, laid over whatever has this outline. */
export function ribs(s: Sheet, outline: string, pitch: number, strength = 1): string {
  const { x, y, width, height } = extentOf(outline)
  const line = (dx: number) => rows(width / pitch + 1, (i) => `M${x + i * pitch + dx} ${y}v${height}`)
  return s.clip(
    outline,
    stroke(line(0), "#1a1411", pitch * 0.36, 0.16 * strength) +
      stroke(line(pitch * 0.5), "#fffaf0", pitch * 0.3, 0.2 * strength),
  )
}

/** Rows of small stitches, laid over whatever has this outline. */
export function knit(s: Sheet, outline: string, pitch: number, strength = 1): string {
  const { x, y, width, height } = extentOf(outline)
  const vees = Math.ceil(width / pitch) + 1
  const line = rows(
    height / (pitch * 0.8) + 1,
    (r) =>
      `M${x - pitch / 2} ${y + r * pitch * 0.8}${rows(vees, () => `l${pitch / 2} ${pitch * 0.55}l${pitch / 2} ${-pitch * 0.55}`)}`,
  )
  return s.clip(
    outline,
    `<path d="${line}" fill="none" stroke="#1a1411" stroke-width="${pitch * 0.16}" opacity="${0.15 * strength}"/>`,
  )
}

/** A grille of staggered holes, or a plain weave, laid over whatever has this outline. */
export function dots(
  s: Sheet,
  outline: string,
  pitch: number,
  radius: number,
  colour = "#1a1411",
  opacity = 0.5,
): string {
  const { x, y, width, height } = extentOf(outline)
  const line = rows(
    height / (pitch * 0.71) + 1,
    (r) => `M${x + (r % 2 ? pitch * 0.71 : 0)} ${y + r * pitch * 0.71}h${width}`,
  )
  const dash = `stroke-dasharray="0 ${pitch * Math.SQRT2}" stroke-linecap="round"`
  return s.clip(
    outline,
    `<path d="${line}" fill="none" stroke="${colour}" stroke-width="${radius * 2}" ${dash} opacity="${opacity}"/>`,
  )
}

/** The diagonal of twill and denim, laid over whatever has this outline. */
export function twill(s: Sheet, outline: string, pitch: number, opacity = 0.1, colour = "#fffaf0"): string {
  const { x, y, width, height } = extentOf(outline)
  const line = rows(
    (width + height) / (pitch * Math.SQRT2) + 1,
    (i) => `M${x - height + i * pitch * Math.SQRT2} ${y + height}l${height} ${-height}`,
  )
  return s.clip(outline, stroke(line, colour, pitch * 0.4, opacity))
}

function rows(count: number, draw: (i: number) => string): string {
  return times(Math.ceil(count), draw)
}
