import { shade } from "./colour"
import { pair } from "./headphones"
import { cast, contact, rim, solid, stage, surface, tube } from "./light"
import { brass, graphite, metal, walnut, wood } from "./material"
import { plank, sleeves } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const concertSystem = [hero, above, sideboard]

function hero(s: Sheet): string {
  return stage(s, 0.66) + contact(s, 430, 930, 330) + contact(s, 930, 930, 130) + stand(s) + amplifier(s)
}

/** The amplifier from the front, standing on y 930 between x 120 and 740. */
function amplifier(s: Sheet): string {
  const chassis = box(120, 700, 620, 206, 18)
  const feet = box(170, 900, 70, 30, 8) + box(620, 900, 70, 30, 8)
  return (
    tube(s, box(360, 560, 140, 150, 10), "#4a4746", { depth: 0.7 }) +
    fill(box(360, 560, 140, 12, 6), "#8d8985", 0.6) +
    [200, 290, 570, 660].map((x) => valve(s, x, 704)).join("") +
    fill(feet, "#221f1e") +
    solid(s, chassis, "#54504d", { angle: 80, edge: 8 }) +
    fill(box(120, 700, 620, 30, 14), s.linear(["#9a958f", "#5d5956"])) +
    knob(s, 430, 818, 66) +
    [196, 248].map((x) => jack(s, x, 820)).join("") +
    fill(oval(628, 820, 7), "#f0b25e") +
    fill(
      oval(628, 820, 18),
      s.radial([
        ["#ffce7a", 0, 0.6],
        ["#ffce7a", 1, 0],
      ]),
    )
  )
}

function knob(s: Sheet, x: number, y: number, r: number): string {
  return (
    cast(oval(x, y, r), 0.6) +
    metal(s, oval(x, y, r), "#c3bdb2", 60) +
    solid(s, oval(x, y, r * 0.8), "#cfc9bf", { edge: 4 }) +
    stroke(`M${x} ${y - r * 0.72}V${y - r * 0.4}`, "#3a3532", 6)
  )
}

function jack(s: Sheet, x: number, y: number): string {
  return metal(s, oval(x, y, 19), brass, 60) + fill(oval(x, y, 11), "#1c1917")
}

function valve(s: Sheet, x: number, y: number): string {
  const bulb = `M${x - 34} ${y - 16}V${y - 120}C${x - 34} ${y - 168} ${x - 14} ${y - 168} ${x - 8} ${y - 184}Q${x} ${y - 196} ${x + 8} ${y - 184}C${x + 14} ${y - 168} ${x + 34} ${y - 168} ${x + 34} ${y - 120}V${y - 16}z`
  const plates = box(x - 17, y - 128, 34, 84, 4)
  return (
    fill(
      oval(x, y - 60, 92, 110),
      s.radial([
        ["#ff9c45", 0, 0.4],
        ["#ff9c45", 1, 0],
      ]),
    ) +
    fill(
      bulb,
      s.linear(
        [
          ["#6d5a4c", 0, 0.55],
          ["#f7e6cf", 0.25, 0.5],
          ["#c9a27a", 0.7, 0.35],
          ["#4d4038", 1, 0.6],
        ],
        0,
      ),
    ) +
    fill(plates, s.linear(["#4a4542", "#8a827a", "#3a3634"], 0)) +
    fill(box(x - 22, y - 48, 44, 30, 8), s.radial(["#ffe2a8", "#f28a35", "#7a3413"])) +
    fill(
      `M${x - 28} ${y - 136}C${x - 26} ${y - 164} ${x - 12} ${y - 166} ${x} ${y - 172}C${x + 12} ${y - 166} ${x + 26} ${y - 164} ${x + 28} ${y - 136}z`,
      "#b7b1a8",
      0.6,
    ) +
    stroke(`M${x - 23} ${y - 120}V${y - 34}`, "#ffffff", 5, 0.6) +
    tube(s, box(x - 38, y - 24, 76, 26, 6), "#2d2927")
  )
}

/** A headphone on its stand, standing on y 930 around x 930. */
function stand(s: Sheet): string {
  return (
    tube(s, box(922, 400, 16, 510, 6), brass) +
    tube(s, box(812, 904, 236, 26, 12), walnut) +
    place(pair(s, "#45403d", "#6d5444"), 930, 360, { scale: 0.62, from: [600, 220] }) +
    tube(s, box(872, 388, 116, 22, 11), walnut)
  )
}

function above(s: Sheet): string {
  const chassis = box(170, 190, 860, 760, 46)
  const slots = times(13, (i) => fill(box(470 + i * 21, 250, 9, 200, 4), "#1d1a19", 0.75))
  const transformer = (x: number) =>
    cast(box(x, 560, 230, 230, 22), 0.8) +
    solid(s, box(x, 560, 230, 230, 22), graphite, { edge: 8 }) +
    [
      [26, 26],
      [204, 26],
      [26, 204],
      [204, 204],
    ]
      .map(([dx = 0, dy = 0]) => metal(s, oval(x + dx, 560 + dy, 11), brass, 60))
      .join("")
  return (
    surface(s) +
    cast(chassis + box(500, 930, 200, 110, 20), 1.2) +
    tube(s, box(510, 930, 180, 100, 16), "#c9c2b7") +
    times(15, (i) => fill(box(518 + i * 11.5, 936, 3, 88), "#4b4540", 0.25)) +
    solid(s, chassis, "#6b6764", { edge: 12 }) +
    slots +
    transformer(330) +
    transformer(640) +
    [
      [300, 320],
      [300, 450],
      [900, 320],
      [900, 450],
    ]
      .map(([x = 0, y = 0]) => valveAbove(s, x, y))
      .join("") +
    stroke("M250 890H950", "#8f8a85", 3, 0.6)
  )
}

function valveAbove(s: Sheet, x: number, y: number): string {
  return (
    fill(
      oval(x, y, 96),
      s.radial([
        ["#ffab55", 0, 0.75],
        ["#ffab55", 0.5, 0.3],
        ["#ffab55", 1, 0],
      ]),
    ) +
    solid(s, oval(x, y, 54), "#262220", { edge: 5 }) +
    fill(oval(x, y, 44), s.radial(["#ffdb9c", "#c2702e", "#5d3a26"], 0.5, 0.55, 0.6)) +
    fill(oval(x, y, 26), "#8f8880", 0.8) +
    solid(s, oval(x, y, 13), "#cfc7bb", { edge: 3 }) +
    rim(s, oval(x, y, 46), 6) +
    stroke(`M${x - 34} ${y - 8}A36 36 0 0 1 ${x - 6} ${y - 34}`, "#ffffff", 6, 0.75)
  )
}

function sideboard(s: Sheet): string {
  const body = box(110, 640, 980, 380, 10)
  const hollow = box(140, 690, 560, 300, 4)
  return (
    stage(s, 0.9) +
    contact(s, 600, 1110, 520, 0.8) +
    [190, 1000]
      .map((x) => tube(s, `M${x - 20} 1020H${x + 20}L${x + 10} 1110H${x - 10}z`, shade(walnut, -0.2)))
      .join("") +
    place(amplifier(s), 420, 640, { scale: 0.56, from: [430, 930] }) +
    contact(s, 850, 642, 70) +
    place(stand(s), 850, 640, { scale: 0.62, from: [930, 930] }) +
    wood(s, body, walnut, { x: 110, y: 640, width: 980, height: 380 }, 4) +
    fill(hollow, s.linear(["#2b1c14", "#4a3325"])) +
    sleeves(s, 152, 990, 430, 260) +
    `<g transform="rotate(-9 592 990)">${sleeves(s, 590, 990, 28, 258, 9)}</g>` +
    wood(s, box(724, 690, 340, 300, 4), shade(walnut, 0.08), { x: 724, y: 690, width: 340, height: 300 }, 8) +
    metal(s, oval(750, 840, 11), brass, 60) +
    plank(s, 636, { x: 96, width: 1008, colour: shade(walnut, 0.1), height: 26 })
  )
}
