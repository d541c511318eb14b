import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, surface } from "./light"
import { oak, wood } from "./material"
import { tumbler } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const stool = [hero, seat, bedside]

/** The stool from the front, its feet on y 920. */
function body(s: Sheet): string {
  const leg = (d: string, x: number, tone: number, seed: number) =>
    wood(s, d, shade(oak, tone), { x, y: 380, width: 90, height: 550 }, seed, 7)
  const top = "M250 330C250 316 950 316 950 330V372Q950 396 920 396H280Q250 396 250 372z"
  return (
    leg("M576 390H632L628 884H588z", 576, -0.24, 5) +
    leg("M340 390H410L314 920H266z", 266, 0, 3) +
    leg("M790 390H860L934 920H886z", 790, -0.1, 8) +
    wood(s, top, oak, { x: 250, y: 320, width: 700, height: 76 }, 12, 10) +
    fill(oval(600, 330, 350, 30), s.linear([shade(oak, 0.34), shade(oak, 0.12)], 20)) +
    stroke(
      "M300 330C460 322 700 340 900 328M340 342C500 348 720 334 860 344M420 318C560 312 680 320 780 314",
      shade(oak, -0.35),
      2.5,
      0.4,
    ) +
    fill(oval(366, 332, 40, 8), shade(oak, -0.4), 0.6) +
    fill(oval(834, 332, 40, 8), shade(oak, -0.4), 0.6) +
    fill(oval(600, 314, 32, 5), shade(oak, -0.4), 0.6)
  )
}

function hero(s: Sheet): string {
  return (
    stage(s, 0.74) +
    contact(s, 600, 976, 330, 0.5) +
    contact(s, 290, 990, 50) +
    contact(s, 910, 990, 50) +
    contact(s, 608, 952, 40, 0.8) +
    place(body(s), 600, 990, { scale: 1.04 })
  )
}

function seat(s: Sheet): string {
  const top = oval(600, 600, 420)
  const wedge = (x: number, y: number, turn: number) =>
    `<g transform="rotate(${turn} ${x} ${y})">${fill(oval(x, y, 62), shade(oak, -0.3))}${wood(s, oval(x, y, 58), shade(oak, 0.04), { x: x - 58, y: y - 58, width: 116, height: 116 }, x)}${times(3, (i) => stroke(oval(x + 6, y + 8, 14 + i * 15), shade(oak, -0.4), 2.5, 0.35)) + fill(box(x - 56, y - 5, 112, 9, 3), "#8a6238")}</g>`
  const splits = [380, 660].map((y) => stroke(`M190 ${y}H1010`, shade(oak, -0.5), 3, 0.4)).join("")
  return (
    surface(s) +
    cast(top, 2) +
    wood(s, top, oak, { x: 180, y: 180, width: 840, height: 840 }, 31, 16) +
    s.clip(
      top,
      splits +
        stroke("M180 560C400 520 480 640 600 600S860 540 1020 590", shade(oak, -0.4), 4, 0.3) +
        fill(oval(720, 720, 30, 16), shade(oak, -0.5), 0.35) +
        stroke(oval(720, 720, 50, 26), shade(oak, -0.4), 3, 0.35) +
        stroke(oval(720, 720, 74, 38), shade(oak, -0.4), 3, 0.25),
    ) +
    wedge(400, 450, 30) +
    wedge(800, 440, -30) +
    wedge(600, 860, 90) +
    glow(s, 420, 330, 260, 120, 0.25)
  )
}

function bedside(s: Sheet): string {
  const lampShade = "M420 210H600L660 420H360z"
  return (
    stage(s, 0.9) +
    glow(s, 520, 330, 560, 460, 0.75, "#ffe3b0") +
    solid(s, box(820, 560, 500, 130, 50), "#efe9dd", { edge: 9 }) +
    solid(s, box(780, 660, 560, 200, 40), "#d5cbb8", { angle: 70, edge: 10 }) +
    solid(s, box(790, 850, 560, 130, 16), shade(oak, -0.1), { edge: 6 }) +
    fill(box(840, 980, 40, 100), shade(oak, -0.4)) +
    contact(s, 480, 1080, 260, 0.5) +
    place(body(s), 480, 1086, { scale: 0.74 }) +
    contact(s, 500, 646, 80) +
    solid(s, oval(500, 642, 70, 13), "#4a4440", { edge: 3 }) +
    fill(box(492, 420, 16, 222), "#4a4440") +
    fill(lampShade, s.linear(["#fff6de", "#f6dca8"])) +
    rim(s, lampShade, 6, 0.6) +
    tumbler(s, 620, 646, 110) +
    contact(s, 364, 648, 70, 0.7) +
    solid(s, box(310, 616, 120, 28, 4), "#6c7f7c", { edge: 4 })
  )
}
