import { shade } from "./colour"
import { ball, cast, contact, glow, rim, solid, stage, surface, tube } from "./light"
import { metal, steel, walnut, wood } from "./material"
import { box, fill, oval, polygon, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const arcadeStick = [above, side, lever]
export const arcadeCabinet = [front, cabinetSide, panelAbove]

const birch = "#e2cfa6"
const red = "#b23f2f"
const buttonColours = ["#c9a24a", "#b4583f", "#5f7f96", "#e9e2d3"]

function push(s: Sheet, x: number, y: number, r: number, colour: string): string {
  return (
    cast(oval(x, y, r), 0.35) +
    solid(s, oval(x, y, r), shade(colour, -0.16), { edge: 6 }) +
    fill(oval(x, y, r * 0.8), shade(colour, -0.35)) +
    solid(s, oval(x, y - 2, r * 0.76), colour, { angle: 60, edge: 6 })
  )
}

function stick(s: Sheet, x: number, y: number, r: number): string {
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

/** The cabinet from the front, standing on y 1060 around x 600. */
function front(s: Sheet): string {
  const screen = box(400, 300, 400, 300, 12)
  const sky = fill(box(416, 316, 368, 268, 6), s.linear(["#1e2433", "#3a3f5c", "#a5645a", "#e0a66c"]))
  const city =
    fill(`M416 584V500${times(9, (i) => `h20v${i % 2 ? 46 : -52}h22v${i % 3 ? 10 : -8}`)}H784V584z`, "#161a26") +
    times(12, (i) => fill(oval(440 + ((i * 67) % 330), 340 + ((i * 41) % 110), 2.6), "#f5e6c8"))
  return (
    stage(s, 0.86) +
    contact(s, 600, 1064, 270) +
    wood(
      s,
      "M340 100H860V640L880 720V1060H320V720L340 640z",
      birch,
      { x: 320, y: 100, width: 560, height: 960 },
      5,
      10,
    ) +
    fill(box(372, 124, 456, 110, 8), s.linear(["#f7e2b4", "#eebf7a"])) +
    glow(s, 600, 180, 340, 120, 0.5, "#ffe0a6") +
    fill("M372 234L420 150H470L400 234zM828 234L780 150H730L800 234z", red, 0.85) +
    fill(oval(600, 178, 40), red) +
    rim(s, box(372, 124, 456, 110, 8), 6) +
    fill(box(372, 256, 456, 374, 6), "#242322") +
    s.clip(screen, sky + city) +
    fill("M416 316H600L480 584H416z", "#ffffff", 0.07) +
    rim(s, screen, 5) +
    solid(s, polygon([352, 640], [848, 640], [884, 736], [316, 736]), "#3d3a38", { angle: 90, edge: 6 }) +
    [430, 680].map((x) => tube(s, box(x - 5, 616, 10, 64), steel) + ball(s, oval(x, 612, 22), red)).join("") +
    [500, 548, 596]
      .map((x, i) => solid(s, oval(x, 680 + (i % 2) * -8, 19, 12), buttonColours[i] as string, { edge: 3 }))
      .join("") +
    [744, 790, 830]
      .map((x, i) => solid(s, oval(x, 684 + (i % 2) * -8, 19, 12), buttonColours[i] as string, { edge: 3 }))
      .join("") +
    stroke(box(400, 780, 400, 230, 8), shade(birch, -0.4), 4, 0.6) +
    solid(s, box(520, 812, 160, 120, 10), "#2e2c2b", { edge: 6 }) +
    [560, 640]
      .map((x) => fill(box(x - 22, 836, 44, 60, 6), "#4a4744") + fill(box(x - 3, 848, 6, 34, 3), "#e9a44c"))
      .join("") +
    fill(box(330, 1040, 540, 20), "#3a2f22")
  )
}

function cabinetSide(s: Sheet): string {
  const panel = "M300 110H720Q760 110 766 150L772 230L690 270L640 620L840 690Q860 700 856 724L830 770L790 800V1050H300z"
  return (
    stage(s, 0.86) +
    contact(s, 560, 1062, 300) +
    fill("M772 232L694 268L648 600L668 620L720 290z", "#242322") +
    fill(polygon([766, 140], [786, 146], [790, 226], [772, 232]), "#f2cc8a") +
    glow(s, 800, 190, 120, 120, 0.5, "#ffe0a6") +
    tube(s, box(742, 580, 10, 90), steel) +
    ball(s, oval(747, 574, 24), red) +
    [700, 800].map((x) => solid(s, box(x - 18, 640 + (x - 640) * 0.3, 36, 20, 6), "#c9a24a", { edge: 3 })).join("") +
    wood(s, panel, birch, { x: 300, y: 110, width: 560, height: 940 }, 15, 12) +
    stroke(panel, "#8a5f36", 7, 0.75) +
    times(3, (i) =>
      stroke(
        `M300 ${860 + i * 40}C480 ${840 + i * 40} 600 ${760 + i * 40} 790 ${690 + i * 50}`,
        [red, "#c9a24a", "#5f7f96"][i] as string,
        26,
        0.85,
      ),
    ) +
    rim(s, panel, 10) +
    solid(s, box(296, 1040, 504, 22, 4), "#3a2f22", { edge: 2 })
  )
}

function panelAbove(s: Sheet): string {
  const panel = box(70, 330, 1060, 540, 30)
  const player = (dx: number, hue: number) =>
    `<g transform="translate(${dx} 0)">${stick(s, 190, 600, 50)}${times(6, (i) => push(s, 320 + (i % 3) * 96, 560 + Math.floor(i / 3) * 100 - (i % 3) * 18, 38, buttonColours[(i + hue) % 4] as string))}</g>`
  return (
    surface(s) +
    cast(panel, 1.6) +
    wood(s, panel, birch, { x: 70, y: 330, width: 1060, height: 540 }, 25, 14) +
    solid(s, box(100, 360, 1000, 480, 18), "#45413f", { edge: 6 }) +
    stroke("M100 790H1100", red, 22, 0.9) +
    stroke("M100 820H1100", "#c9a24a", 12, 0.9) +
    player(0, 0) +
    player(512, 2) +
    [540, 600, 660].map((x) => push(s, x, 410, 18, "#e9e2d3")).join("")
  )
}
