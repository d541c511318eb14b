import { buttonColours, push, red, stick } from "./arcade-stick"
import { shade } from "./colour"
import { ball, cast, contact, glow, rim, solid, stage, surface, tube } from "./light"
import { steel, wood } from "./material"
import { box, fill, oval, polygon, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const arcadeCabinet = [front, cabinetSide, panelAbove]

const birch = "#e2cfa6"

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
    times(5, (i) =>
      fill(
        `M${470 + i * 52} 146h34l30 33l-30 33h-34l30 -33z`,
        [red, "#d9a23c", "#5f7f96", "#d9a23c", red][i] as string,
        0.9,
      ),
    ) +
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
