import { shade } from "./colour"
import { cast, contact, rim, solid, stage, surface, tube } from "./light"
import { dots, metal } from "./material"
import { paper } from "./scene"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const camera = [front, above, withFilm]

const silver = "#c4c2bd"
const hide = "#33302f"

function front(s: Sheet): string {
  return stage(s) + contact(s, 600, 892, 430) + body(s)
}

/** From the front, standing on y 890 between x 170 and 1030. */
function body(s: Sheet): string {
  const shell = box(170, 400, 860, 490, 74)
  const band = "M170 540H1030V800Q1030 806 1028 812H172Q170 806 170 800z"
  return (
    tube(s, box(800, 366, 96, 40, 8), "#a9a6a0") +
    tube(s, box(680, 376, 80, 30, 6), "#8f8c87") +
    solid(s, box(240, 372, 70, 34, 12), "#b9b6b0", { edge: 4 }) +
    solid(s, shell, silver, { angle: 72, edge: 12 }) +
    fill(band, s.linear([shade(hide, 0.14), hide, shade(hide, -0.3)], 60)) +
    dots(s, band, 12, 2.6, "#000000", 0.4) +
    solid(s, box(236, 440, 150, 76, 10), "#26262a", { edge: 5 }) +
    fill(box(250, 452, 70, 52, 6), s.linear(["#8fa3b0", "#33404a"], 50)) +
    fill(box(860, 446, 100, 60, 10), s.linear(["#f7f4ec", "#cfcbc2"], 60)) +
    fill(oval(800, 476, 12), "#2b2a2c") +
    lens(s, 600, 646, 236)
  )
}

/** The lens from the front: a barrel, its rings and the coated glass. */
function lens(s: Sheet, x: number, y: number, r: number): string {
  const glassy = oval(x, y, r * 0.5)
  return (
    cast(oval(x, y, r), 0.7) +
    metal(s, oval(x, y, r), "#b5b2ac", 55) +
    times(
      72,
      (i) => `<g transform="rotate(${i * 5} ${x} ${y})">${stroke(`M${x} ${y - r + 4}v14`, "#4b4844", 4, 0.5)}</g>`,
    ) +
    solid(s, oval(x, y, r * 0.88), "#3a3837", { edge: 8 }) +
    metal(s, oval(x, y, r * 0.72), "#75726e", 235) +
    fill(oval(x, y, r * 0.66), "#171618") +
    times(6, (i) => stroke(oval(x, y, r * (0.52 + i * 0.024)), "#ffffff", 1, 0.12)) +
    fill(glassy, s.radial(["#0c0e14", "#1b2233", "#3c3560", "#1a1a22"], 0.56, 0.6, 0.62)) +
    fill(
      oval(x + r * 0.12, y + r * 0.14, r * 0.22),
      s.radial([
        ["#7d6aa8", 0, 0.7],
        ["#7d6aa8", 1, 0],
      ]),
    ) +
    fill(
      oval(x - r * 0.17, y - r * 0.19, r * 0.17, r * 0.12),
      s.radial([
        ["#ffffff", 0, 0.9],
        ["#cfe0ee", 0.6, 0.35],
        ["#cfe0ee", 1, 0],
      ]),
    ) +
    rim(s, glassy, 6) +
    fill(oval(x + r * 0.5, y + r * 0.62, 6), "#c8552b")
  )
}

function above(s: Sheet): string {
  const top = box(150, 350, 900, 262, 96)
  const dial = (x: number, r: number) =>
    cast(oval(x, 470, r), 0.5) +
    metal(s, oval(x, 470, r), "#a5a29c", 50) +
    times(
      36,
      (i) => `<g transform="rotate(${i * 10} ${x} 470)">${stroke(`M${x} ${470 - r + 3}v9`, "#33302e", 4, 0.6)}</g>`,
    ) +
    solid(s, oval(x, 470, r * 0.76), "#cbc8c1", { edge: 4 }) +
    stroke(`M${x} ${470 - r * 0.62}v${r * 0.22}`, "#c8552b", 6)
  return (
    surface(s) +
    cast(top + box(400, 560, 400, 380, 40), 1.2) +
    tube(s, box(420, 560, 360, 150, 10), "#8a8782") +
    tube(s, box(404, 700, 392, 120, 10), "#3a3837") +
    times(30, (i) => fill(box(412 + i * 12.8, 704, 5, 112, 2), "#000000", 0.35)) +
    tube(s, box(424, 820, 352, 90, 14), "#a9a6a0") +
    tube(s, box(436, 906, 328, 26, 12), "#2d2b2a") +
    stroke("M470 770H560", "#d9d4c8", 5, 0.8) +
    stroke("M600 760V790", "#c8552b", 6) +
    solid(s, top, silver, { angle: 70, edge: 14 }) +
    fill(box(250, 350, 700, 22, 10), s.linear(["#2b2929", "#4a4745"])) +
    dial(800, 78) +
    dial(946, 52) +
    metal(s, oval(676, 452, 34), "#8f8c87", 50) +
    metal(s, oval(676, 452, 22), "#d5d1c8", 230) +
    solid(s, box(420, 412, 180, 110, 8), "#5a5754", { edge: 5 }) +
    fill(box(436, 436, 148, 62, 4), "#2b2929") +
    fill(oval(300, 480, 10), "#3f3c3a")
  )
}

function withFilm(s: Sheet): string {
  const strap = "M150 560C40 300 300 110 560 150S1010 150 1110 330S1000 640 900 600"
  const print = (x: number, y: number, turn: number, scene: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${cast(box(-150, -110, 300, 220, 4), 0.4)}${fill(box(-150, -110, 300, 220, 4), paper)}${s.clip(box(-132, -92, 264, 184), scene)}</g>`
  const hills =
    fill(box(-132, -92, 264, 184), s.linear(["#dfe3dd", "#f1dfc4"])) +
    fill("M-132 30C-60 -30 0 0 40 10S110 -20 132 0V92H-132z", "#7f8c83") +
    fill("M-132 60C-40 20 60 60 132 40V92H-132z", "#59675f")
  const sea =
    fill(box(-132, -92, 264, 184), s.linear(["#e9ddcb", "#dfe6e6"])) +
    fill(box(-132, 0, 264, 92), s.linear(["#8fa9ae", "#5d7f88"])) +
    fill(oval(60, -30, 26), "#f7efd9")
  const roll = (x: number, y: number, turn: number, colour: string) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${cast(box(-50, -70, 100, 140, 10), 0.5)}${tube(s, box(-50, -62, 100, 124, 6), colour)}${tube(s, box(-54, -74, 108, 18, 6), "#3a3837")}${tube(s, box(-54, 58, 108, 18, 6), "#3a3837")}${fill(box(-50, -20, 100, 40), "#f4efe4", 0.85)}</g>`
  return (
    surface(s) +
    print(250, 1010, -12, hills) +
    print(520, 1040, 6, sea) +
    `<g transform="translate(12 18)">${stroke(strap, "#2a1d14", 40, 0.14)}</g>` +
    stroke(strap, "#8a5a3a", 34) +
    stitches(strap, "#d9b58e", 3, 10, 0.6) +
    `<g transform="rotate(-6 600 600)">${cast(box(262, 400, 680, 396, 60), 1.1)}${place(body(s), 600, 600, { scale: 0.8, from: [600, 640] })}</g>` +
    roll(890, 960, 24, "#d0a548") +
    roll(1040, 890, -14, "#5f7f86")
  )
}
