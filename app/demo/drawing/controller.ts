import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, surface } from "./light"
import { dots, oak, walnut, wood } from "./material"
import { table } from "./scene"
import { box, fill, oval, place, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const controller = [hero, fourColours, onStand]

const body =
  "M330 392C420 360 780 360 870 392C966 420 1016 570 1044 724C1064 846 1024 912 958 898C884 880 850 776 790 736H410C350 776 316 880 242 898C176 912 136 846 156 724C184 570 234 420 330 392z"
const chalk = "#dcd9d2"

/** The controller from above, around 600, 620. */
function pad(s: Sheet, colour: string): string {
  const dark = shade(colour, -0.55)
  const grip = (side: string) =>
    `<g${side}>${dots(s, "M186 640C160 740 140 860 210 880C280 870 320 800 350 752C300 730 230 700 186 640z", 13, 2.6, shade(colour, -0.5), 0.5)}</g>`
  const stick = (x: number, y: number) =>
    solid(s, oval(x, y, 86), shade(colour, -0.12), { angle: 235, edge: 6 }) +
    fill(oval(x + 6, y + 10, 66), "#1a1411", 0.25) +
    solid(s, oval(x, y, 62), dark, { edge: 7 }) +
    solid(s, oval(x, y, 42), shade(dark, 0.06), { angle: 235, edge: 4 })
  const cross = "M318 456h54v50h50v54h-50v50h-54v-50h-50v-54h50z"
  const buttons = (
    [
      [860, 458, "#c9a24a"],
      [860, 598, "#7a8f6a"],
      [790, 528, "#5f7f96"],
      [930, 528, "#b4583f"],
    ] as const
  )
    .map(([x, y, c]) => cast(oval(x, y, 31), 0.2) + solid(s, oval(x, y, 31), c, { edge: 5 }))
    .join("")
  return (
    fill("M340 392C360 350 440 344 480 370L470 396zM860 392C840 350 760 344 720 370L730 396z", dark) +
    solid(s, body, colour, { angle: 62, depth: 0.9, edge: 16 }) +
    grip("") +
    grip(' transform="translate(1200 0) scale(-1 1)"') +
    fill(oval(345, 533, 112), shade(colour, -0.05)) +
    fill(oval(860, 528, 124), shade(colour, -0.05)) +
    cast(cross, 0.25) +
    solid(s, cross, dark, { edge: 6 }) +
    stick(474, 672) +
    stick(726, 672) +
    buttons +
    [
      [528, 470],
      [672, 470],
    ]
      .map(([x = 0, y = 0]) => solid(s, box(x - 26, y - 10, 52, 20, 10), dark, { edge: 3 }))
      .join("") +
    solid(s, oval(600, 548, 30), shade(colour, 0.2), { edge: 5 }) +
    stroke("M586 548A14 14 0 1 0 614 548", dark, 5, 0.7) +
    glow(s, 420, 410, 180, 24, 0.5)
  )
}

function hero(s: Sheet): string {
  return `${surface(s)}<g transform="rotate(-6 600 620)">${cast(body, 1.5)}${pad(s, chalk)}</g>`
}

function fourColours(s: Sheet): string {
  const one = (x: number, y: number, turn: number, colour: string) =>
    place(cast(body, 1.6) + pad(s, colour), x, y, { scale: 0.52, turn, from: [600, 620] })
  return (
    surface(s) +
    one(320, 350, -8, chalk) +
    one(880, 380, 8, "#7f8a6a") +
    one(320, 850, 6, "#b98672") +
    one(880, 860, -10, "#4a5058")
  )
}

function onStand(s: Sheet): string {
  const screen = box(640, 330, 470, 350, 22)
  const base = "M180 900L230 720H540L590 900z"
  return (
    stage(s, 0.9) +
    table(s, 900, walnut) +
    contact(s, 875, 902, 160) +
    solid(s, "M820 680H930L960 900H790z", "#8f8c86", { angle: 10 }) +
    solid(s, screen, "#3a3a3c", { edge: 8 }) +
    fill(box(660, 350, 430, 300, 8), s.linear(["#22303d", "#3f5a66", "#c99f74"])) +
    fill("M660 600L760 500L830 560L930 460L1090 590V650H660z", "#1d2a33") +
    fill(oval(930, 450, 34), "#f0cf9a") +
    glow(s, 780, 420, 200, 90, 0.16) +
    contact(s, 385, 902, 220) +
    wood(s, base, oak, { x: 180, y: 720, width: 410, height: 180 }, 3) +
    place(cast(body, 0.6) + pad(s, chalk), 385, 690, { scale: 0.56, from: [600, 700] }) +
    wood(s, box(230, 782, 310, 44, 12), shade(oak, 0.08), { x: 230, y: 782, width: 310, height: 44 }, 8) +
    rim(s, base, 6)
  )
}
