import { shade } from "./colour"
import { cast, folds, rim, solid } from "./light"
import { fill, oval, type Point, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

/** Laces across an opening: one bar from each left point to the right point of the same index, and eyelets at both. */
export function laces(left: Point[], right: Point[], colour: string, width = 15, eyelet = "#3a3632"): string {
  return left
    .map(([x, y], i) => {
      const [u, v] = right[i] as Point
      const bar = `M${x} ${y}Q${(x + u) / 2} ${(y + v) / 2 - 9} ${u} ${v}`
      const holes = fill(oval(x, y, width * 0.5), eyelet) + fill(oval(u, v, width * 0.5), eyelet)
      return `${holes + stroke(bar, shade(colour, -0.4), width + 3, 0.8) + stroke(bar, colour, width)}<g transform="translate(-2 -3)">${stroke(bar, "#fffaf0", width * 0.25, 0.5)}</g>`
    })
    .join("")
}

/** A bow of laces around x, y. */
export function bow(x: number, y: number, colour: string, size = 1): string {
  const loops = [
    "M0 0C-60 -50 -110 -20 -90 14C-72 40 -30 20 0 0",
    "M0 0C60 -46 106 -12 84 18C66 40 30 20 0 0",
    "M0 0C-20 50 -50 70 -64 96",
    "M0 0C26 44 40 70 62 84",
  ]
  const lines = loops.map((d) => stroke(d, shade(colour, -0.4), 17) + stroke(d, colour, 13)).join("")
  return `<g transform="translate(${x} ${y}) scale(${size})">${lines}${fill(oval(0, 0, 15, 12), shade(colour, -0.08))}</g>`
}

export interface TopLook {
  upper: string
  sole: string
  lining: string
  toe?: string
  /** what is drawn over the upper, in the coordinates of a left shoe with its toe at 600, 230 and its heel at 600, 990 */
  details: (s: Sheet) => string
  opening?: string
}

const last =
  "M560 232C470 236 442 340 446 450C450 570 486 650 488 760C490 900 520 990 600 990C680 990 706 900 712 760C716 640 762 560 752 430C742 310 660 228 560 232z"
const rand =
  "M558 214C454 218 422 334 426 452C430 576 468 656 470 764C472 912 510 1010 600 1010C690 1010 724 912 730 764C734 648 782 566 772 428C760 298 668 210 558 214z"
const collar =
  "M600 610C650 610 676 660 678 740C680 860 660 950 600 950C540 950 522 860 522 740C522 660 550 610 600 610z"

/** One shoe from above; its toe points up. */
export function shoeAbove(s: Sheet, look: TopLook): string {
  const opening = look.opening ?? collar
  return (
    cast(rand, 1) +
    solid(s, rand, look.sole, { edge: 8 }) +
    solid(s, last, look.upper, { angle: 50, edge: 12 }) +
    (look.toe
      ? solid(s, "M560 232C480 236 448 318 446 408C520 350 680 346 751 420C742 310 660 228 560 232z", look.toe, {
          edge: 8,
        })
      : "") +
    fill(opening, s.linear([shade(look.lining, -0.5), shade(look.lining, -0.2), look.lining])) +
    stroke(opening, shade(look.upper, -0.25), 7) +
    rim(s, opening, 5, 0.7) +
    look.details(s)
  )
}

/** A pair from above, slightly turned apart. */
export function pairAbove(s: Sheet, look: TopLook): string {
  const one = shoeAbove(s, look)
  return (
    place(one, 382, 612, { scale: 0.98, turn: -4, from: [600, 610] }) +
    place(one, 818, 600, { scale: 0.98, turn: 4, flip: true, from: [600, 610] })
  )
}

/** Creases where the foot bends. */
export function creases(s: Sheet, outline: string, x: number, y: number): string {
  return folds(
    s,
    outline,
    times(3, (i) => `M${x + i * 34} ${y + i * 12}q14 34 6 70`)
      .split("M")
      .filter(Boolean)
      .map((d) => `M${d}`),
    9,
    0.5,
  )
}

export function seam(line: string, colour: string): string {
  return `${stroke(line, shade(colour, -0.35), 2.5, 0.55)}<g transform="translate(0 9)">${stitches(line, shade(colour, 0.45), 3, 8, 0.75)}</g>`
}
