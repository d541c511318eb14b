import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, surface, tube } from "./light"
import { brass, metal } from "./material"
import { steam, table } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const casserole = [hero, open, onStove]

const red = "#8e3229"

function pot(s: Sheet): string {
  const body = "M220 590H980V800C980 880 920 916 840 916H360C280 916 220 880 220 800z"
  const ear = (side: string) =>
    `<g${side}>${solid(s, "M232 610H150C120 610 112 640 118 664C126 690 150 700 176 700H232z", red, { edge: 9 })}${fill("M214 636H168C154 636 150 650 156 662C162 672 172 676 184 676H214z", shade(red, -0.6))}</g>`
  return (
    ear("") +
    ear(' transform="translate(1200 0) scale(-1 1)"') +
    tube(s, body, red) +
    rim(s, body, 9) +
    fill("M220 590H980V612H220z", shade(red, -0.5), 0.5) +
    glow(s, 400, 740, 40, 130, 0.5)
  )
}

function lid(s: Sheet): string {
  const dome = "M206 590C206 500 400 452 600 452S994 500 994 590z"
  return (
    solid(s, dome, red, { angle: 65, depth: 1.2, edge: 12 }) +
    tube(s, box(200, 574, 800, 26, 12), shade(red, -0.05)) +
    glow(s, 430, 510, 150, 26, 0.7, "#fffaf0", -14) +
    tube(s, box(576, 430, 48, 30, 6), shade(brass, -0.2)) +
    metal(s, "M536 400C536 376 664 376 664 400C664 426 640 438 600 438S536 426 536 400z", brass) +
    metal(s, oval(600, 392, 60, 15), shade(brass, 0.2))
  )
}

function hero(s: Sheet): string {
  return stage(s) + contact(s, 600, 924, 410) + pot(s) + lid(s)
}

function open(s: Sheet): string {
  const inside = oval(600, 600, 330)
  const ear = (x: number, dir: number) =>
    solid(
      s,
      `M${x} 510h${dir * 90}a40 40 0 0 ${dir > 0 ? 1 : 0} ${dir * 40} 40v100a40 40 0 0 ${dir > 0 ? 1 : 0} ${dir * -40} 40h${dir * -90}z`,
      red,
      { edge: 10 },
    )
  const loaf = oval(600, 604, 262)
  const cut = (d: string) => fill(d, "#f0dcb4") + stroke(d, "#7a4a22", 6, 0.7)
  return (
    surface(s) +
    cast(oval(600, 600, 388) + box(90, 520, 1020, 160, 40), 1.6) +
    ear(230, -1) +
    ear(970, 1) +
    solid(s, oval(600, 600, 388), red, { edge: 14 }) +
    fill(oval(600, 600, 344), "#3d2a24") +
    fill(inside, s.linear(["#b9ad98", "#e9e0cf"], 55)) +
    rim(s, inside, 9) +
    `<g transform="translate(10 16)">${fill(loaf, "#2a1d14", 0.35)}</g>` +
    fill(loaf, s.radial(["#e3b06b", "#c98a45", "#9a5d2a", "#6e3d1a"], 0.42, 0.38, 0.68)) +
    times(3, (i) =>
      cut(
        `M${430 + i * 90} ${470 + i * 12}C${490 + i * 90} ${520 + i * 10} ${510 + i * 80} ${620 + i * 10} ${490 + i * 80} ${730 - i * 6}C${540 + i * 80} ${640 + i * 8} ${530 + i * 88} ${520 + i * 10} ${430 + i * 90} ${470 + i * 12}z`,
      ),
    ) +
    glow(s, 510, 500, 120, 60, 0.55, "#fff3d8", -30) +
    times(60, (i) =>
      fill(
        oval(600 + Math.cos(i * 2.4) * (40 + i * 3.4), 604 + Math.sin(i * 2.4) * (40 + i * 3.4), 3 + (i % 3)),
        "#fff6e4",
        0.6,
      ),
    )
  )
}

function onStove(s: Sheet): string {
  const flame = (x: number, h: number) =>
    fill(
      `M${x} 950C${x - 20} ${950 - h * 0.4} ${x - 8} ${950 - h * 0.7} ${x} ${950 - h}C${x + 8} ${950 - h * 0.7} ${x + 20} ${950 - h * 0.4} ${x} 950z`,
      s.linear(["#dbe9f2", "#6f9fc4", "#3f6f9f"]),
      0.9,
    )
  const knob = (x: number) =>
    solid(s, oval(x, 1100, 46), "#d8d3c8", { edge: 8 }) + stroke(`M${x} 1068V1096`, "#3a3734", 8)
  const tiles = stroke(
    `${times(9, (i) => `M${i * 150} 0V960`)}${times(7, (i) => `M0 ${i * 150}H1200`)}`,
    shade(s.ground, -0.12),
    6,
    0.6,
  )
  return (
    stage(s, 1) +
    tiles +
    table(s, 960, "#9a9691", 50) +
    fill(box(0, 1010, 1200, 200), s.linear(["#c9c5bd", "#a5a19a"])) +
    [260, 430, 770, 940].map(knob).join("") +
    tube(s, box(420, 938, 360, 24, 8), "#3a3836") +
    times(9, (i) => flame(446 + i * 38, 40 + (i % 2) * 12)) +
    tube(s, box(250, 884, 700, 22, 8), "#2b2927") +
    [300, 600, 900].map((x) => fill(box(x - 9, 900, 18, 62), "#2b2927")).join("") +
    place(pot(s), 600, 888, { scale: 0.86, from: [600, 916] }) +
    fill(oval(600, 608, 320, 24), "#3d2a24") +
    steam(470, 590, 1.2) +
    place(lid(s), 690, 560, { scale: 0.86, turn: 9, from: [600, 600] })
  )
}
