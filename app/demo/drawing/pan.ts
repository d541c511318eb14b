import { shade } from "./colour"
import { cast, contact, glow, rim, soft, solid, stage, surface } from "./light"
import { metal } from "./material"
import { leaf } from "./scene"
import { fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const pan = [above, profile, withEggs]

const iron = "#3d3f43"
const handle = "M760 560L1120 540C1150 540 1160 560 1160 600S1150 660 1120 660L760 640z"

/** The pan from above: its middle at 470, 600 and the handle to the right. */
function body(s: Sheet): string {
  return (
    solid(s, handle, shade(iron, 0.06), { angle: 85, edge: 10 }) +
    fill(oval(1110, 600, 20, 26), shade(iron, -0.7)) +
    metal(s, oval(470, 600, 372), "#6f7175", 55) +
    fill(oval(470, 600, 362), s.linear(["#26282b", "#585b60"], 55)) +
    solid(s, oval(470, 604, 286), iron, { angle: 235, edge: 0, depth: 0.7 }) +
    glow(s, 380, 500, 190, 120, 0.16, "#dfe6ee", -36) +
    times(5, (i) => stroke(oval(470, 604, 90 + i * 44), "#ffffff", 2, 0.035)) +
    rim(s, oval(470, 600, 372), 8) +
    solid(s, "M700 540H800L812 600L800 660H700C716 620 716 580 700 540z", shade(iron, 0.1), { edge: 6 }) +
    [
      [744, 570],
      [780, 600],
      [744, 630],
    ]
      .map(([x = 0, y = 0]) => metal(s, oval(x, y, 14), "#a5a6a8", 50))
      .join("")
  )
}

function turned(s: Sheet, inside = ""): string {
  return `<g transform="rotate(-32 560 600) translate(30 0) scale(.96)">${cast(oval(470, 600, 372) + handle, 1.5)}${body(s)}${inside}</g>`
}

function above(s: Sheet): string {
  return surface(s) + turned(s)
}

function profile(s: Sheet): string {
  const side = "M150 700C190 800 240 858 300 872H690C750 858 800 800 840 700z"
  const arm =
    "M760 744C820 700 860 660 930 620C1000 584 1070 560 1120 556L1128 590C1060 604 1000 630 950 660C880 704 840 750 790 790z"
  return (
    stage(s) +
    contact(s, 500, 884, 270) +
    place(
      solid(s, arm, shade(iron, 0.1), { angle: 60, edge: 8 }) +
        solid(s, side, iron, { angle: 30, depth: 1.4, edge: 10 }) +
        fill(oval(495, 700, 345, 44), "#6f7175") +
        fill(oval(495, 702, 335, 38), s.linear(["#1f2022", "#4f5257"])) +
        [
          [770, 764],
          [800, 740],
          [826, 714],
        ]
          .map(([x = 0, y = 0]) => metal(s, oval(x, y, 11), "#a5a6a8", 50))
          .join("") +
        glow(s, 300, 790, 40, 70, 0.4),
      600,
      890,
      { from: [600, 880] },
    )
  )
}

function egg(s: Sheet, x: number, y: number, turn: number): string {
  const white =
    "M-120 10C-150 -60 -90 -120 -20 -110C30 -140 120 -110 130 -40C170 10 140 90 70 100C30 140 -60 130 -90 90C-130 80 -130 40 -120 10z"
  return `<g transform="translate(${x} ${y}) rotate(${turn})"><g transform="translate(5 8)">${soft(white, "#000000", 12, 0.4, true, 5)}</g>${fill(white, s.linear(["#fffdf8", "#ece4d6"], 55))}${stroke(white, "#c9a878", 5, 0.5)}${fill(oval(6, 4, 56, 54), s.radial(["#f9cf62", "#eda52c", "#cf7f17"], 0.38, 0.34, 0.7))}${glow(s, -14, -18, 18, 11, 0.95)}</g>`
}

function withEggs(s: Sheet): string {
  const herbs = times(
    3,
    (i) =>
      `<g transform="translate(${560 + i * 16} ${760 - i * 40}) rotate(${-20 + i * 24})">${stroke("M0 0C30 -8 60 0 90 -14", "#5f6d49", 5)}${times(5, (k) => leaf(s, 14 + k * 18, -4, 34, k % 2 ? 50 : -70, "#72855a"))}</g>`,
  )
  return (
    surface(s) +
    turned(
      s,
      egg(s, 380, 500, 20) +
        egg(s, 520, 720, 120) +
        herbs +
        times(26, (i) => fill(oval(300 + ((i * 61) % 360), 430 + ((i * 97) % 360), 3), "#1d1b1a", 0.75)),
    )
  )
}
