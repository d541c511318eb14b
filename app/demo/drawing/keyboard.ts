import { shade } from "./colour"
import { cast, folds, glow, rim, solid, surface, tube } from "./light"
import { dots, metal, oak, wood } from "./material"
import { box, fill, oval, place, polygon, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const keyboard = [above, keycaps, onDesk]

const cream = "#ece5d6"
const grey = "#a9a59b"
const orange = "#d0703c"
/** Key widths in units; a sign of its own: negative means the grey of the modifiers. */
const rows = [
  [-9, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -2, -1],
  [-1.5, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1.5, -1],
  [-1.75, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -2.25, -1],
  [-2.25, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, -1.75, -1, -1],
  [-1.25, -1.25, -1.25, 6.25, -1, -1, -1, -1, -1, -1],
]

/** The keyboard from above, 1000 wide, around 600, 600. */
function board(s: Sheet): string {
  const shell = box(96, 398, 1008, 404, 34)
  const unit = 59.6
  const keys = rows
    .map((row, r) => {
      let x = 122
      return row
        .map((size) => {
          const wide = Math.abs(size === -9 ? 1 : size) * unit
          const drawn = key(s, x, 424 + r * 70.6, wide - 5, 66, size === -9 ? orange : size < 0 ? grey : cream)
          x += wide
          return drawn
        })
        .join("")
    })
    .join("")
  return (
    cast(shell, 1.2) +
    solid(s, shell, "#c9c4b8", { angle: 62, edge: 12 }) +
    fill(box(114, 416, 972, 368, 14), "#4a4640") +
    keys
  )
}

function key(s: Sheet, x: number, y: number, w: number, h: number, colour: string): string {
  return (
    fill(box(x, y, w, h, 9), s.linear([shade(colour, -0.1), shade(colour, -0.34)])) +
    fill(box(x + 6, y + 3, w - 12, h - 15, 8), s.linear([shade(colour, 0.02), shade(colour, 0.28)], 60)) +
    fill(box(x + w * 0.36, y + 18, w * 0.28, 3, 1), shade(colour, -0.5), 0.35)
  )
}

function above(s: Sheet): string {
  return `${surface(s)}<g transform="rotate(-8 600 600)">${stroke("M600 400C600 300 520 260 540 120C550 60 600 20 620 -60", "#2a1d14", 20, 0.12)}${stroke("M590 400C590 300 510 250 530 110C540 50 590 10 610 -70", "#b98b6a", 14)}${metal(s, box(566, 364, 48, 44, 8), "#b9b5ac", 0)}${board(s)}</g>`
}

function keycaps(s: Sheet): string {
  const cap = (x: number, y: number, size: number, colour: string) => {
    const h = size * 0.5
    const [outer, top] = [size, size * 0.7]
    const skirt = polygon([x - outer, y + h], [x - top, y - h], [x + top, y - h], [x + outer, y + h])
    const face = `M${x - top} ${y - h}C${x - top * 0.5} ${y - h + size * 0.14} ${x + top * 0.5} ${y - h + size * 0.14} ${x + top} ${y - h}L${x + top * 0.86} ${y - h - size * 0.46}Q${x} ${y - h - size * 0.4} ${x - top * 0.86} ${y - h - size * 0.46}z`
    return (
      cast(skirt, 0.9) +
      solid(s, skirt, shade(colour, -0.12), { angle: 30, edge: 9 }) +
      solid(s, face, shade(colour, 0.14), { angle: 70, edge: 8 }) +
      glow(s, x - top * 0.2, y - h - size * 0.26, top * 0.6, size * 0.12, 0.6)
    )
  }
  const stem = "M560 520h28v-36h24v36h28v24h-28v36h-24v-36h-28z"
  const base = "M490 640H710L740 830Q740 850 720 850H480Q460 850 460 830z"
  const housing = "M520 480H680L724 650H476z"
  return `${surface(s) + cap(300, 330, 170, cream) + cap(880, 350, 170, orange) + cap(270, 900, 170, grey) + cap(930, 910, 170, cream)}<g transform="translate(0 30)">${cast(base + housing, 1)}${metal(s, "M540 850h18v70h-18zM642 850h18v70h-18z", "#c79f54", 0)}${solid(s, base, "#3b3836", { edge: 8 })}${solid(s, housing, "#d8d3c8", { angle: 30, edge: 8 })}${fill("M546 452H654V560H546z", "#6b665e")}${solid(s, box(548, 436, 104, 120, 8), "#b4583f", { edge: 7 })}${solid(s, stem.replaceAll("520", "470").replaceAll("560", "560"), "#d98b6f", { edge: 4 })}</g>`
}

function onDesk(s: Sheet): string {
  const mat = box(110, 470, 980, 470, 16)
  const monitor = box(170, 96, 860, 92, 20)
  return (
    wood(s, box(0, 0, 1200, 1200), oak, { x: 0, y: 0, width: 1200, height: 1200 }, 12, 0) +
    folds(s, box(0, 0, 1200, 1200), [], 1) +
    cast("M470 150H730L760 330H440z", 0.6) +
    solid(s, "M470 150H730L760 330H440z", "#8f8c86", { edge: 6 }) +
    cast(monitor, 1.6) +
    tube(s, monitor, "#3d3d3f", { angle: 90 }) +
    cast(mat, 0.4) +
    solid(s, mat, "#7b7d7a", { edge: 6, depth: 0.6 }) +
    dots(s, mat, 9, 1.5, "#e9e6df", 0.16) +
    place(board(s), 520, 700, { scale: 0.72, from: [600, 600] }) +
    cast(
      "M960 620C920 620 910 690 914 760C918 830 930 880 976 880C1022 880 1036 830 1040 760C1044 690 1000 620 960 620z",
      0.7,
    ) +
    solid(
      s,
      "M976 610C930 610 916 690 918 760C920 836 938 886 976 886C1016 886 1034 836 1036 760C1038 690 1022 610 976 610z",
      cream,
      { edge: 9 },
    ) +
    fill(box(970, 640, 12, 50, 6), "#5c574f") +
    cast(oval(1050, 350, 84), 1) +
    solid(s, oval(1050, 350, 84), "#d9d0bf", { edge: 8 }) +
    solid(s, box(1110, 326, 70, 46, 20), "#d9d0bf", { edge: 6 }) +
    fill(oval(1050, 350, 68), s.radial(["#5a3825", "#3a2417"], 0.4, 0.4, 0.7)) +
    rim(s, oval(1050, 350, 68), 5) +
    stroke("M130 300L300 330", "#c4713c", 16) +
    stroke("M130 300L118 298", "#33302d", 12)
  )
}
