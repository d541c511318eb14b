import { shade } from "./colour"
import { extentOf } from "./extent"
import { cast, contact, folds, rim, solid, stage, surface } from "./light"
import { oak } from "./material"
import { box, fill, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const throwBlanket = [folded, weave, onSofa]

const cream = "#e4d9c3"
const grey = "#8d857a"

/** Herringbone over an outline: columns of slanted strokes that change their slant. */
export function herringbone(s: Sheet, outline: string, size: number, colour = grey, opacity = 0.75): string {
  const { x, y, width, height } = extentOf(outline)
  const lines = times(Math.ceil(width / size) + 1, (c) => {
    const rise = c % 2 ? size * 0.6 : -size * 0.6
    return times(
      Math.ceil(height / (size * 0.36)) + 3,
      (r) => `M${x + c * size} ${y + (r - 1) * size * 0.36}l${size} ${rise}`,
    )
  })
  return s.clip(
    outline,
    `<path d="${lines}" fill="none" stroke="${colour}" stroke-width="${size * 0.15}" opacity="${opacity}"/>`,
  )
}

function fringe(x: number, y: number, width: number, length: number, step = 17): string {
  return times(Math.floor(width / step), (i) =>
    stroke(
      `M${x + i * step} ${y}q${(i % 3) * 4 - 4} ${length * 0.5} ${(i % 4) * 4 - 6} ${length}`,
      i % 2 ? cream : shade(cream, -0.25),
      step * 0.48,
    ),
  )
}

function folded(s: Sheet): string {
  const layer = (y: number, w: number, i: number) => {
    const outline = box(600 - w / 2, y, w, 118, 50)
    return (
      solid(s, outline, cream, { angle: 80, edge: 8 }) +
      herringbone(s, outline, 24, grey, 0.6) +
      fill(
        outline,
        s.linear([
          ["#fffaf0", 0, 0.35],
          ["#fffaf0", 0.3, 0],
          ["#1a1411", 1, 0.3],
        ]),
      ) +
      stroke(`M${600 - w / 2 + 40} ${y + 62}H${600 + w / 2 - 4}`, shade(grey, -0.4), 4, 0.4 + i * 0.02)
    )
  }
  const flap = "M420 470C430 452 450 446 480 446H780C806 446 824 456 830 476L846 800H404z"
  return (
    stage(s) +
    contact(s, 600, 910, 380) +
    layer(792, 740, 0) +
    layer(680, 720, 1) +
    layer(568, 730, 2) +
    layer(458, 700, 3) +
    cast(flap, 0.4) +
    fringe(414, 796, 430, 74) +
    solid(s, flap, cream, { angle: 30, edge: 8 }) +
    herringbone(s, flap, 24, grey, 0.7) +
    folds(s, flap, ["M520 450C530 560 516 680 524 800", "M720 450C716 580 732 680 722 800"], 20, 0.7) +
    rim(s, flap, 8)
  )
}

function weave(s: Sheet): string {
  const all = box(-20, -20, 1240, 1240)
  const corner = "M1240 480C1020 560 820 780 700 1240H1240z"
  const back = "M1240 470C960 520 760 760 690 1240C800 1010 1000 900 1240 850z"
  return (
    surface(s, cream) +
    herringbone(s, all, 58, grey, 0.7) +
    folds(s, all, ["M-20 300C300 380 500 300 800 -20", "M-20 860C200 900 380 840 560 700"], 60, 0.8) +
    fill(corner, s.linear([shade(oak, 0.1), shade(oak, -0.14)], 50)) +
    cast(back, 1) +
    solid(s, back, grey, { angle: 40, edge: 12 }) +
    herringbone(s, back, 58, cream, 0.55) +
    fill(
      back,
      s.linear(
        [
          ["#fffaf0", 0, 0.25],
          ["#fffaf0", 0.5, 0],
          ["#1a1411", 1, 0.3],
        ],
        60,
      ),
    )
  )
}

function onSofa(s: Sheet): string {
  const green = "#7b8471"
  const back = box(60, 380, 1300, 420, 60)
  const arm = "M60 620C60 560 110 530 180 530S310 560 310 620V1040H60z"
  const drape = "M110 540C150 516 220 516 262 540L280 700L560 700C580 720 576 780 560 800L290 812L286 990H90z"
  return (
    stage(s, 0.86) +
    contact(s, 700, 1120, 640) +
    [120, 1100].map((x) => fill(`M${x} 1030h50l-10 90h-30z`, shade(oak, -0.4))).join("") +
    solid(s, back, green, { angle: 70, edge: 12 }) +
    folds(s, back, ["M700 400C690 540 706 660 700 790"], 22) +
    solid(s, box(280, 700, 1000, 200, 40), shade(green, 0.06), { angle: 80, edge: 12 }) +
    stroke("M740 712V890", shade(green, -0.4), 6, 0.6) +
    solid(s, box(60, 880, 1300, 160, 26), shade(green, -0.06), { angle: 80, edge: 8 }) +
    solid(s, arm, green, { angle: 40, edge: 14 }) +
    `<g transform="rotate(10 900 600)">${cast(box(800, 500, 250, 240, 50), 0.6)}${solid(s, box(800, 500, 250, 240, 50), "#c99d7c", { edge: 12 })}${folds(s, box(800, 500, 250, 240, 50), ["M830 540C860 570 880 600 886 640", "M1020 540C990 570 970 600 966 640"], 18)}</g>` +
    cast(drape, 0.6) +
    fringe(96, 984, 196, 70) +
    solid(s, drape, cream, { angle: 30, edge: 8 }) +
    herringbone(s, drape, 24, grey, 0.7) +
    folds(
      s,
      drape,
      [
        "M170 530C160 680 180 840 164 990",
        "M230 530C236 680 220 840 236 990",
        "M300 720C400 740 480 720 560 760",
        "M266 560C280 640 290 700 330 730",
      ],
      26,
      0.9,
    ) +
    rim(s, drape, 9)
  )
}
