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
  const under = box(262, 238, 700, 700, 26)
  const top = "M250 250Q250 226 274 226H900Q930 226 930 256V860H250z"
  const turned = "M930 560V256Q930 226 900 226H640C700 330 800 470 930 560z"
  return (
    surface(s) +
    `<g transform="rotate(-7 600 600)">` +
    cast(box(250, 226, 712, 712, 26), 1.5) +
    fringe(270, 930, 680, 84) +
    solid(s, under, shade(cream, -0.1), { angle: 70, edge: 10 }) +
    herringbone(s, under, 30, grey, 0.6) +
    fringe(262, 852, 664, 80) +
    cast(top, 0.5) +
    solid(s, top, cream, { angle: 60, edge: 12, depth: 0.8 }) +
    herringbone(s, top, 30, grey, 0.72) +
    folds(
      s,
      top,
      ["M380 240C400 440 370 640 396 850", "M600 300C620 480 590 660 610 850", "M790 520C800 640 780 740 796 850"],
      30,
      0.8,
    ) +
    cast(turned, 0.4) +
    solid(s, turned, grey, { angle: 40, edge: 10 }) +
    herringbone(s, turned, 30, cream, 0.55) +
    rim(s, turned, 10) +
    "</g>"
  )
}

function weave(s: Sheet): string {
  const all = "M-20 -20H1240V470C1130 560 560 1130 470 1240H-20z"
  const back = "M1240 460C1130 560 560 1130 460 1240C440 900 480 640 560 560C640 480 900 440 1240 460z"
  return (
    surface(s, oak) +
    times(5, (i) => stroke(`M0 ${200 + i * 230}H1200`, shade(oak, -0.45), 5, 0.5)) +
    cast(all, 0.8) +
    fill(all, s.linear([shade(cream, 0.16), cream, shade(cream, -0.1)], 50)) +
    herringbone(s, all, 58, grey, 0.72) +
    folds(s, all, ["M-20 380C200 420 420 300 620 -20", "M-20 860C140 820 300 700 420 520"], 60, 0.7) +
    cast(back, 1) +
    solid(s, back, grey, { angle: 45, edge: 14 }) +
    herringbone(s, back, 58, cream, 0.55) +
    fill(
      back,
      s.linear(
        [
          ["#fffaf0", 0, 0.3],
          ["#fffaf0", 0.35, 0],
          ["#1a1411", 0.7, 0],
          ["#1a1411", 1, 0.3],
        ],
        45,
      ),
    ) +
    times(34, (i) =>
      stroke(
        `M${1216 - i * 22} ${474 + i * 22.4}q20 10 ${44 + (i % 3) * 6} ${44 + (i % 4) * 5}`,
        i % 2 ? cream : shade(cream, -0.25),
        8,
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
