import { shade } from "./colour"
import { cast, folds, rim, soft, solid, tube } from "./light"
import { beech, metal, steel } from "./material"
import { box, fill, oval, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

/** A piece of cloth lying or hanging: shadow, soft volume, folds. */
export function cloth(
  s: Sheet,
  outline: string,
  colour: string,
  lines: string[] = [],
  { width = 22, height = 0.7, strength = 0.8 } = {},
): string {
  return (
    (height ? cast(outline, height) : "") +
    solid(s, outline, colour, { angle: 60, depth: 0.75, edge: 9 }) +
    (lines.length ? folds(s, outline, lines, width, strength) : "")
  )
}

/** A seam with one row of stitches below it. */
export function hem(line: string, colour: string, dx = 0, dy = 10): string {
  return `${stroke(line, shade(colour, -0.35), 2.5, 0.45)}<g transform="translate(${dx} ${dy})">${stitches(line, shade(colour, 0.4), 2.5, 7, 0.7)}</g>`
}

export function button(s: Sheet, x: number, y: number, r = 13, colour = "#efe9dd"): string {
  const holes = [
    [-1, -1],
    [1, -1],
    [-1, 1],
    [1, 1],
  ]
    .map(([dx = 0, dy = 0]) => fill(oval(x + dx * r * 0.26, y + dy * r * 0.26, r * 0.13), "#3a332c"))
    .join("")
  return `<g transform="translate(2 4)">${fill(oval(x, y, r * 1.05), "#2a1d14", 0.28)}</g>${solid(s, oval(x, y, r), colour, { edge: 3 })}${stroke(oval(x, y, r * 0.66), shade(colour, -0.2), 1.5, 0.7)}${holes}`
}

/** A wooden hanger whose hook is at 600, 120 and whose shoulders reach from 330 to 870. */
export function hanger(s: Sheet): string {
  const bar =
    "M560 236C600 214 600 214 640 236L868 330C890 342 880 372 852 364L630 290C610 282 590 282 570 290L348 364C320 372 310 342 332 330z"
  const hook = "M600 232V176C640 160 640 96 598 96C566 96 558 122 562 140"
  return (
    stroke(hook, shade(steel, -0.3), 13) +
    stroke(hook, shade(steel, 0.5), 5) +
    cast(bar, 0.5) +
    tube(s, bar, beech, { angle: 90, depth: 0.7 })
  )
}

/** One folded piece seen from its edge, `height` thick, its lower edge at y. */
export function foldedEdge(s: Sheet, x: number, y: number, width: number, height: number, colour: string): string {
  const outline = box(x - width / 2, y - height, width, height, height * 0.42)
  const inner = times(2, (i) =>
    stroke(`M${x - width / 2 + 26} ${y - height * (0.36 + i * 0.3)}H${x + width / 2 - 4}`, shade(colour, -0.4), 3, 0.5),
  )
  return (
    solid(s, outline, colour, { angle: 80, depth: 1, edge: 8 }) +
    inner +
    soft(`M${x - width / 2 + 30} ${y - height + 12}H${x + width / 2 - 40}`, "#ffffff", 12, 0.3, false, 6)
  )
}

/** A ribbed collar ring around a neck opening between two points at the same height. */
export function crewNeck(s: Sheet, y: number, colour: string, half = 92, drop = 64): string {
  const band = 30
  const inside = `M${600 - half} ${y}C${600 - half * 0.6} ${y + drop} ${600 + half * 0.6} ${y + drop} ${600 + half} ${y}C${600 + half * 0.5} ${y - 24} ${600 - half * 0.5} ${y - 24} ${600 - half} ${y}z`
  const ring = `M${600 - half - band} ${y - 4}C${600 - half * 0.8} ${y + drop + band * 1.5} ${600 + half * 0.8} ${y + drop + band * 1.5} ${600 + half + band} ${y - 4}L${600 + half} ${y}C${600 + half * 0.6} ${y + drop} ${600 - half * 0.6} ${y + drop} ${600 - half} ${y}z`
  return (
    fill(inside, s.linear([shade(colour, -0.2), shade(colour, -0.42)])) +
    stroke(
      `M${600 - half} ${y - 6}C${600 - half * 0.5} ${y - 26} ${600 + half * 0.5} ${y - 26} ${600 + half} ${y - 6}`,
      shade(colour, -0.1),
      20,
    ) +
    fill(box(580, y - 2, 40, 26, 3), "#efe9dd", 0.9) +
    fill(ring, shade(colour, 0.03)) +
    rim(s, ring, 5, 0.9) +
    stitches(
      `M${600 - half - band + 2} ${y + 6}C${600 - half * 0.8} ${y + drop + band * 1.7} ${600 + half * 0.8} ${y + drop + band * 1.7} ${600 + half + band - 2} ${y + 6}`,
      shade(colour, 0.4),
      2.5,
      7,
      0.6,
    )
  )
}

export function rivet(s: Sheet, x: number, y: number, colour = "#b9764a"): string {
  return metal(s, oval(x, y, 9), colour, 50)
}
