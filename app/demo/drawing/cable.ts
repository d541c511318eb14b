import { shade } from "./colour"
import { cast, soft, solid, surface, tube } from "./light"
import { metal } from "./material"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const cable = [coil, plugs, colours]

const rust = "#a85a3c"

function coil(s: Sheet): string {
  return surface(s) + place(coiled(s, rust), 600, 600, { from: [600, 600] })
}

/** A braided line: the cord, its lit side and two rows of braid. */
function cord(line: string, colour: string, width = 20): string {
  const braid = (offset: number, tone: string) =>
    `<path d="${line}" fill="none" stroke="${tone}" stroke-width="${width * 0.5}" stroke-dasharray="${width * 0.34} ${width * 0.5}" stroke-dashoffset="${offset}" opacity=".35"/>`
  return `${stroke(line, shade(colour, -0.34), width) + stroke(line, colour, width * 0.78) + braid(0, shade(colour, 0.4)) + braid(width * 0.42, shade(colour, -0.4))}<g transform="translate(${-width * 0.16} ${-width * 0.2})">${stroke(line, "#fffaf0", width * 0.14, 0.4)}</g>`
}

/** The coil around 600, 600 with both plugs below it. */
function coiled(s: Sheet, colour: string): string {
  const rings = [
    [600, 520, 318],
    [608, 528, 294],
    [592, 516, 270],
    [602, 530, 246],
    [596, 522, 340],
  ]
  const tails = ["M820 760C900 860 900 960 800 1000", "M380 760C300 860 330 980 420 1010"]
  const plug = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${cast(box(-20, -26, 170, 52, 12), 0.4)}${metal(s, box(90, -15, 62, 30, 8), "#cfccc6", 90)}${metal(s, box(0, -26, 100, 52, 10), "#a9a6a1", 90)}${tube(s, box(-34, -17, 40, 34, 8), shade(colour, -0.3), { angle: 90 })}</g>`
  return (
    `<g transform="translate(14 22)">${soft(oval(600, 522, 293), "#000000", 120, 0.42)}</g>` +
    tails.map((tail) => cord(tail, colour)).join("") +
    rings.map(([x = 0, y = 0, r = 0]) => cord(oval(x, y, r), colour)).join("") +
    plug(790, 1003, 172) +
    plug(424, 1012, 8) +
    `<g transform="translate(600 830)">${cast(box(-36, -76, 72, 150, 16), 0.5)}${solid(s, box(-36, -76, 72, 150, 16), "#a8754a", { angle: 20, edge: 6 })}${stitches(box(-26, -66, 52, 130, 10), "#e5c49b", 3, 9, 0.7)}${metal(s, oval(0, 34, 13), "#c79f54", 60)}</g>`
  )
}

function plugs(s: Sheet): string {
  const plug = (x: number, y: number) => {
    const shellBox = box(x, y - 74, 330, 148, 34)
    const tongue = box(x + 320, y - 44, 190, 88, 40)
    const boot = box(x - 120, y - 42, 140, 84, 22)
    return (
      cast(shellBox + tongue + boot, 1) +
      cord(
        `M${x - 420} ${y + (y > 600 ? 60 : -60)}C${x - 300} ${y + (y > 600 ? 60 : -60)} ${x - 260} ${y} ${x - 90} ${y}`,
        rust,
        56,
      ) +
      tube(s, boot, "#3b3836", { angle: 90 }) +
      times(5, (i) => fill(box(x - 104 + i * 22, y - 42, 7, 84), "#000000", 0.35)) +
      metal(s, tongue, "#d3d0ca", 90) +
      fill(box(x + 496, y - 26, 14, 52, 7), "#1f1d1c", 0.75) +
      metal(s, shellBox, "#a9a6a1", 90) +
      fill(box(x + 306, y - 74, 8, 148), "#4f4c49", 0.5) +
      fill(oval(x + 70, y, 10), "#fffaf0", 0.8)
    )
  }
  return `${surface(s)}<g transform="rotate(-16 600 600)">${plug(430, 420)}${plug(400, 780)}</g>`
}

function colours(s: Sheet): string {
  const one = (x: number, y: number, turn: number, colour: string) =>
    place(coiled(s, colour), x, y, { scale: 0.52, turn, from: [600, 600] })
  return surface(s) + one(360, 390, -12, "#4f5a75") + one(840, 480, 10, "#cdbfa2") + one(480, 870, 4, rust)
}
