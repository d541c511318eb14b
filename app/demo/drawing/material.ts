import { random } from "../random"
import { shade } from "./colour"
import { rim } from "./light"
import { fill, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

/** The box that grain, knit and weave are drawn over. */
export interface Extent {
  x: number
  y: number
  width: number
  height: number
}

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

/** Ribs of knitting, light on one side and dark on the other, as a paint to lay over a colour. */
export function ribs(s: Sheet, pitch: number, angle = 0, strength = 1): string {
  const width = pitch * 0.34
  return s.pattern(
    pitch,
    pitch,
    `<path d="M0 0h${width}v${pitch}h${-width}z" fill="#1a1411" opacity="${0.17 * strength}"/><path d="M${width * 1.5} 0h${width * 0.7}v${pitch}h${-width * 0.7}z" fill="#fffaf0" opacity="${0.22 * strength}"/>`,
    angle,
  )
}

/** Rows of small stitches, as a paint to lay over a colour. */
export function knit(s: Sheet, pitch: number, strength = 1): string {
  const [half, rise] = [pitch / 2, pitch * 0.62]
  const vee = `M0 0L${half} ${rise}L${pitch} 0`
  return s.pattern(pitch, pitch * 0.8, stroke(vee, "#1a1411", pitch * 0.16, 0.13 * strength))
}

/** A plain weave or a grille of holes, as a paint to lay over a colour. */
export function dots(s: Sheet, pitch: number, radius: number, colour = "#1a1411", opacity = 0.5, angle = 0): string {
  return s.pattern(
    pitch,
    pitch,
    `<circle cx="${pitch / 2}" cy="${pitch / 2}" r="${radius}" fill="${colour}" opacity="${opacity}"/>`,
    angle,
  )
}

/** The diagonal of twill and denim, as a paint to lay over a colour. */
export function twill(s: Sheet, pitch: number, opacity = 0.1, angle = 25, colour = "#fffaf0"): string {
  return s.pattern(
    pitch,
    pitch,
    `<path d="M0 0h${pitch / 2}v${pitch}h${-pitch / 2}z" fill="${colour}" opacity="${opacity}"/>`,
    angle,
  )
}
