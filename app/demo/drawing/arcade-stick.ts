import { shade } from "./colour"
import { ball, cast, contact, glow, rim, solid, stage, surface, tube } from "./light"
import { metal, steel, walnut, wood } from "./material"
import { box, fill, oval, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const arcadeStick = [above, side, lever]

export const red = "#b23f2f"
export const buttonColours = ["#c9a24a", "#b4583f", "#5f7f96", "#e9e2d3"]

export function push(s: Sheet, x: number, y: number, r: number, colour: string): string {
  return (
    cast(oval(x, y, r), 0.35) +
    solid(s, oval(x, y, r), shade(colour, -0.16), { edge: 6 }) +
    fill(oval(x, y, r * 0.8), shade(colour, -0.35)) +
    solid(s, oval(x, y - 2, r * 0.76), colour, { angle: 60, edge: 6 })
  )
}

export function stick(s: Sheet, x: number, y: number, r: number): string {
  return `${metal(s, oval(x, y, r * 1.7), steel, 60) + fill(oval(x, y, r * 1.5), "#2b2a29")}<g transform="translate(${r * 0.5} ${r * 0.7})">${fill(oval(x, y, r), "#1a1411", 0.4)}</g>${ball(s, oval(x, y, r), red)}${glow(s, x - r * 0.32, y - r * 0.4, r * 0.3, r * 0.2, 0.9)}`
}

function fightButtons(s: Sheet, r: number): string {
  return [
    [560, 560],
    [670, 500],
    [790, 490],
    [910, 510],
    [590, 690],
    [700, 630],
    [820, 620],
    [940, 640],
  ]
    .map(([x = 0, y = 0], i) => push(s, x, y, r, buttonColours[i % 4] as string))
    .join("")
}

function above(s: Sheet): string {
  const plate = box(176, 330, 848, 540, 14)
  return (
    surface(s) +
    `<g transform="rotate(-5 600 600)">` +
    cast(box(110, 320, 980, 560, 20), 1.6) +
    [110, 1006]
      .map((x, i) => wood(s, box(x, 318, 84, 564, 18), walnut, { x, y: 318, width: 84, height: 564 }, 4 + i))
      .join("") +
    fill(plate, s.linear(["#d8d6d1", "#aeaca7", "#c9c7c2", "#96948f"], 60)) +
    rim(s, plate, 7) +
    [
      [206, 360],
      [994, 360],
      [206, 840],
      [994, 840],
    ]
      .map(([x = 0, y = 0]) => metal(s, oval(x, y, 11), "#8d8b87", 50))
      .join("") +
    stick(s, 352, 610, 64) +
    fightButtons(s, 46) +
    [860, 920, 980].map((x) => push(s, x, 386, 16, "#4a4846")).join("") +
    `</g>`
  )
}

function side(s: Sheet): string {
  const cheek = "M150 760Q150 730 180 724L1010 660Q1050 660 1050 700V880Q1050 900 1030 900H170Q150 900 150 880z"
  const slope = (x: number) => 726 - ((x - 180) / 830) * 64
  const cap = (x: number, colour: string) =>
    tube(s, box(x - 44, slope(x) - 44, 88, 30, 10), colour) +
    tube(s, box(x - 54, slope(x) - 20, 108, 24, 6), shade(colour, -0.2))
  return (
    stage(s) +
    contact(s, 600, 924, 470) +
    fill(box(210, 896, 120, 28, 8) + box(870, 896, 120, 28, 8), "#2b2927") +
    tube(s, box(332, slope(340) - 220, 18, 240), steel) +
    tube(
      s,
      `M296 ${slope(340)}C310 ${slope(340) - 40} 330 ${slope(340) - 50} 341 ${slope(340) - 50}S372 ${slope(340) - 40} 386 ${slope(340)}z`,
      "#2d2b2a",
    ) +
    ball(s, oval(341, slope(340) - 260, 72), red) +
    glow(s, 316, slope(340) - 290, 24, 16, 0.9) +
    [560, 700, 840, 970].map((x, i) => cap(x, buttonColours[i] as string)).join("") +
    fill("M176 724L1012 660L1040 672L160 740z", "#c9c7c2") +
    wood(s, cheek, walnut, { x: 150, y: 660, width: 900, height: 240 }, 7, 10)
  )
}

function lever(s: Sheet): string {
  const plate = "M-20 760L1220 640V1220H-20z"
  return (
    stage(s, 0.4) +
    fill(plate, s.linear(["#e2e0db", "#b4b2ad", "#8f8d88"], 80)) +
    stroke("M-20 760L1220 640", "#ffffff", 6, 0.8) +
    fill(
      oval(640, 1010, 330, 96),
      s.radial([
        ["#1a1411", 0, 0.5],
        ["#1a1411", 1, 0],
      ]),
    ) +
    metal(s, oval(540, 960, 300, 92), steel, 20) +
    fill(oval(540, 950, 262, 76), "#242221") +
    tube(s, "M420 952C440 850 490 800 520 790H560C590 800 640 850 660 952C620 990 460 990 420 952z", "#3b3836") +
    tube(s, "M520 470H560L566 810H514z", steel) +
    ball(s, oval(540, 350, 214), red) +
    glow(s, 466, 266, 76, 50, 0.95, "#fffaf0", -30) +
    glow(s, 640, 470, 90, 40, 0.2, "#ffd9c4", -40) +
    [
      [930, 900],
      [1120, 1010],
      [950, 1110],
    ]
      .map(
        ([x = 0, y = 0], i) =>
          tube(
            s,
            `M${x - 110} ${y - 30}V${y + 10}C${x - 110} ${y + 60} ${x + 110} ${y + 60} ${x + 110} ${y + 10}V${y - 30}z`,
            shade(buttonColours[i] as string, -0.1),
          ) + solid(s, oval(x, y - 30, 110, 38), buttonColours[i] as string, { edge: 5 }),
      )
      .join("")
  )
}
