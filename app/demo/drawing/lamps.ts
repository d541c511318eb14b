import { shade } from "./colour"
import { cast, contact, glow, rim, soft, solid, stage, surface, tube } from "./light"
import { brass, metal, oak, walnut, wood } from "./material"
import { potPlant, table } from "./scene"
import { box, fill, oval, place, polygon, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const taskLamp = [taskHero, taskHead, taskDesk]
export const tableLamp = [opalHero, opalColours, opalEvening]

const green = "#45574b"

/** The task lamp from the side, its base on y 920 around x 400. */
function task(s: Sheet): string {
  const bar = (x1: number, y1: number, x2: number, y2: number) =>
    stroke(`M${x1} ${y1}L${x2} ${y2}`, shade(green, -0.4), 20) +
    stroke(`M${x1 - 3} ${y1}L${x2 - 3} ${y2}`, green, 14) +
    stroke(`M${x1 - 6} ${y1}L${x2 - 6} ${y2}`, shade(green, 0.5), 3, 0.7)
  const joint = (x: number, y: number, r: number) =>
    metal(s, oval(x, y, r), brass, 50) + solid(s, oval(x, y, r * 0.5), shade(brass, -0.1), { edge: 3 })
  const spring = (x1: number, y1: number, x2: number, y2: number) =>
    `<path d="M${x1} ${y1}L${x2} ${y2}" stroke="#8d8b86" stroke-width="15" stroke-dasharray="4 3.4" fill="none"/>`
  const head = "M690 250L760 214L812 232C900 280 960 370 968 470L700 540C650 450 650 330 690 250z"
  return (
    tube(s, box(240, 880, 320, 40, 18), green) +
    tube(s, box(384, 820, 32, 64, 8), green) +
    bar(376, 820, 306, 500) +
    bar(412, 820, 342, 500) +
    spring(396, 760, 352, 600) +
    bar(318, 500, 716, 272) +
    bar(340, 536, 738, 308) +
    spring(390, 474, 560, 380) +
    joint(394, 820, 27) +
    joint(326, 506, 33) +
    joint(728, 290, 27) +
    fill("M704 538C780 500 880 474 966 470L930 520C860 520 780 540 730 566z", s.linear(["#fff2cf", "#ffdf9d"])) +
    solid(s, head, green, { angle: 40, depth: 1.2, edge: 12 }) +
    solid(s, "M690 250L760 214L812 232L716 290z", shade(green, -0.1), { edge: 5 }) +
    glow(s, 760, 320, 30, 90, 0.4, "#fffaf0", 20)
  )
}

function taskHero(s: Sheet): string {
  const beam = polygon([730, 560], [960, 480], [1180, 930], [720, 930])
  return (
    stage(s) +
    fill(
      beam,
      s.linear(
        [
          ["#ffe9b8", 0, 0.6],
          ["#ffe9b8", 1, 0],
        ],
        75,
      ),
    ) +
    glow(s, 930, 930, 300, 60, 0.75, "#ffedc4") +
    contact(s, 400, 930, 170) +
    place(task(s), 600, 930)
  )
}

function taskHead(s: Sheet): string {
  const shadeOval = oval(600, 640, 380)
  return (
    surface(s, shade(s.ground, -0.1)) +
    stroke("M600 -20V200", shade(green, -0.4), 56) +
    stroke("M594 -20V200", green, 44) +
    cast(shadeOval, 1.8) +
    metal(s, oval(600, 230, 62), brass, 50) +
    solid(s, shadeOval, green, { edge: 16 }) +
    fill(oval(600, 640, 344), s.linear([shade(green, -0.4), shade(green, 0.1)], 55)) +
    fill(oval(600, 640, 300), s.radial(["#ffffff", "#fff6dc", "#ffe6ae", "#f0c678"])) +
    glow(s, 600, 640, 560, 520, 0.4, "#fff0c8") +
    times(24, (i) => `<g transform="rotate(${i * 15} 600 640)">${fill(oval(600, 420, 13), "#ffffff", 0.8)}</g>`) +
    rim(s, oval(600, 640, 300), 7) +
    solid(s, box(570, 950, 60, 30, 12), brass, { edge: 5 })
  )
}

function taskDesk(s: Sheet): string {
  const note = "M560 980L640 900H1010L1080 980z"
  return `${stage(s, 1) + glow(s, 830, 800, 520, 420, 0.6, "#ffe6b0") + table(s, 900, walnut, 130) + glow(s, 830, 960, 380, 60, 0.75, "#ffdca0") + contact(s, 300, 914, 140) + place(task(s), 500, 916, { scale: 0.94 }) + fill("M566 990L646 904H1016L1086 990z", "#2a1d14", 0.25) + fill(note, s.linear(["#fbf6ea", "#e9dfc8"], 0)) + stroke("M826 900L822 980", "#b9ac90", 5) + times(4, (i) => stroke(`M${666 - i * 14} ${920 + i * 16}H${800 - i * 2}`, "#a89b80", 3, 0.7))}<g transform="rotate(-16 960 950)">${tube(s, box(870, 940, 190, 13), "#c4713c", { angle: 90 })}${fill("M870 940L840 946L870 953z", "#e6cfa6")}</g>${potPlant(s, 1080, 900, 0.5, "#d8cdb9")}`
}

/** The opal lamp from the front, its base on y 920. */
function opal(s: Sheet, tint = "#fff3dc", lit = true): string {
  const dome = "M270 600C270 380 420 270 600 270S930 380 930 600C930 632 900 640 860 640H340C300 640 270 632 270 600z"
  const glassPaint = lit
    ? s.radial(
        [
          [shade(tint, 0.7), 0],
          [tint, 0.45],
          [shade(tint, -0.08), 0.8],
          [shade(tint, -0.22), 1],
        ],
        0.5,
        0.75,
        0.75,
      )
    : ""
  return (
    tube(s, "M572 630H628L640 880H560z", tint) +
    (lit
      ? fill(
          "M572 630H628L640 880H560z",
          s.linear([
            ["#ffe9bd", 0, 0.8],
            ["#ffe9bd", 1, 0],
          ]),
        )
      : "") +
    tube(s, "M470 880C470 868 730 868 730 880L736 906Q736 920 720 920H480Q464 920 464 906z", brass) +
    (lit ? fill(dome, glassPaint) : solid(s, dome, tint)) +
    rim(s, dome, 10, 0.7) +
    glow(s, 430, 400, 70, 110, 0.8, "#ffffff", 36)
  )
}

function opalHero(s: Sheet): string {
  return (
    stage(s) +
    glow(s, 600, 520, 640, 560, 0.7, "#ffe6b5") +
    glow(s, 600, 930, 400, 70, 0.7, "#ffe9bd") +
    contact(s, 600, 930, 150) +
    stroke("M730 926C860 950 1000 920 1220 970", "#8a5a3a", 10) +
    place(opal(s), 600, 930)
  )
}

function opalColours(s: Sheet): string {
  const one = (x: number, y: number, tint: string) =>
    glow(s, x, y - 260, 300, 280, 0.45, shade(tint, 0.5)) +
    contact(s, x, y, 86) +
    place(opal(s, tint), x, y, { scale: 0.56 })
  return stage(s, 0.5) + one(600, 640, "#fff3dc") + one(330, 930, "#e0a45c") + one(880, 930, "#a39c95")
}

function opalEvening(s: Sheet): string {
  const wall = s.linear(["#5b5a66", "#6d6670", "#4a4550"])
  const chair = "M600 560C600 500 640 480 700 480H1060C1120 480 1150 520 1150 580V1000H600z"
  return (
    fill(box(0, 0, 1200, 1200), wall) +
    glow(s, 330, 520, 680, 620, 0.75, "#ffd493") +
    fill(box(0, 1080, 1200, 120), s.linear(["#6b4c39", "#4c3427"])) +
    contact(s, 860, 1100, 380, 1.2) +
    solid(s, chair, "#8b6b52", { angle: 200, depth: 1.1, edge: 10 }) +
    solid(s, "M640 820H1120V980H640z", "#96755a", { angle: 200, edge: 8 }) +
    solid(s, "M560 760C560 720 600 700 640 720C670 740 670 800 660 860V1010H560z", "#8b6b52", { angle: 200, edge: 9 }) +
    [620, 1090].map((x) => fill(box(x, 1004, 26, 90, 6), "#3a281c")).join("") +
    contact(s, 320, 1110, 190, 1) +
    [230, 400]
      .map((x) => wood(s, box(x, 760, 22, 344, 8), shade(oak, -0.2), { x, y: 760, width: 22, height: 344 }, x))
      .join("") +
    wood(s, box(140, 736, 370, 34, 14), oak, { x: 140, y: 736, width: 370, height: 34 }, 4) +
    contact(s, 320, 738, 70) +
    place(opal(s), 320, 738, { scale: 0.6 }) +
    soft("M470 736H500", "#ffd493", 10, 0.2)
  )
}
