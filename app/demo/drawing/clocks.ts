import { cast, contact, rim, soft, solid, stage, tube } from "./light"
import { metal, oak, steel, wood } from "./material"
import { bookStack, plank, potPlant } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const alarmClock = [front, back, bedside]
export const wallClock = [onWall, atAngle, inKitchen]

const ink = "#2b2927"

/** Hands and minute marks around x, y on a dial of radius r. */
function dial(x: number, y: number, r: number, second: string, bold = false): string {
  const mark = (i: number) => {
    const hour = i % 5 === 0
    const from = r * 0.9
    const to = r * (hour ? (bold ? 0.68 : 0.76) : 0.84)
    return `<g transform="rotate(${i * 6} ${x} ${y})">${fill(box(x - r * (hour ? (bold ? 0.026 : 0.013) : 0.006), y - from, r * (hour ? (bold ? 0.052 : 0.026) : 0.012), from - to), ink, hour ? 1 : 0.75)}</g>`
  }
  const hand = (angle: number, length: number, width: number, colour: string) =>
    `<g transform="rotate(${angle} ${x} ${y})"><g transform="translate(5 8)">${fill(box(x - width / 2, y - r * length, width, r * (length + 0.16), width / 4), "#2a1d14", 0.16)}</g>${fill(box(x - width / 2, y - r * length, width, r * (length + 0.16), width / 4), colour)}</g>`
  return (
    times(60, mark) +
    hand(304, 0.5, r * 0.06, ink) +
    hand(54, 0.78, r * 0.045, ink) +
    hand(168, 0.72, r * 0.016, second) +
    fill(oval(x, y, r * 0.05), second)
  )
}

function front(s: Sheet): string {
  return stage(s) + contact(s, 600, 925, 330) + place(square(s), 600, 930)
}

/** The alarm clock from the front, standing on y 920. */
function square(s: Sheet): string {
  const shell = box(270, 260, 660, 650, 84)
  return (
    tube(s, box(520, 226, 160, 44, 14), "#d9d3c7") +
    fill(box(330, 900, 90, 20, 8) + box(780, 900, 90, 20, 8), "#4b4641") +
    solid(s, shell, "#ece8df", { angle: 60, depth: 0.8, edge: 16 }) +
    fill(oval(600, 580, 268), s.linear(["#cfc9be", "#ffffff"], 55)) +
    fill(oval(600, 580, 258), s.linear(["#f4f1ea", "#fdfcf8"], 55)) +
    dial(600, 580, 250, "#e0a92e") +
    `<g transform="rotate(210 600 580)">${stroke("M600 580V470", "#7c8f6d", 7)}</g>` +
    fill(oval(600, 580, 13), "#e0a92e")
  )
}

function back(s: Sheet): string {
  const shell = box(270, 260, 660, 650, 84)
  const wheel = (x: number, y: number, r: number) =>
    cast(oval(x, y, r), 0.5) +
    solid(s, oval(x, y, r), "#d6d1c6", { edge: 5 }) +
    times(
      30,
      (i) => `<g transform="rotate(${i * 12} ${x} ${y})">${stroke(`M${x} ${y - r + 2}v8`, "#6b655c", 4, 0.45)}</g>`,
    ) +
    solid(s, oval(x, y, r * 0.7), "#e4e0d6", { angle: 235, edge: 3 })
  return (
    stage(s) +
    contact(s, 600, 925, 330) +
    fill(box(330, 900, 90, 20, 8) + box(780, 900, 90, 20, 8), "#4b4641") +
    solid(s, shell, "#e4e0d6", { angle: 60, depth: 0.8, edge: 16 }) +
    stroke(box(312, 302, 576, 566, 56), "#b9b3a7", 3, 0.8) +
    wheel(452, 470, 92) +
    wheel(452, 706, 62) +
    stroke("M452 392V414M452 656V672", "#c8552b", 7) +
    times(7, (i) => fill(box(620 + i * 34, 400, 11, 74, 5), "#6f6a61", 0.7)) +
    solid(s, box(600, 540, 250, 260, 16), "#dad5ca", { edge: 5 }) +
    stroke("M700 740L725 762L750 740", "#8b857a", 6)
  )
}

function bedside(s: Sheet): string {
  const glow = oval(880, 470, 520)
  return (
    stage(s, 0.95) +
    fill(
      glow,
      s.radial([
        ["#ffe3b0", 0, 0.75],
        ["#ffe3b0", 1, 0],
      ]),
    ) +
    plank(s, 930, { height: 60 }) +
    contact(s, 880, 930, 110) +
    tube(s, box(868, 640, 24, 280, 6), "#b08b52") +
    tube(s, box(800, 908, 160, 22, 11), "#b08b52") +
    fill("M790 420H970L1050 680H710z", s.linear(["#fff4d8", "#f3d9a4"])) +
    rim(s, "M790 420H970L1050 680H710z", 6, 0.6) +
    contact(s, 330, 930, 170) +
    place(square(s), 330, 932, { scale: 0.52 }) +
    bookStack(s, 600, 930, [
      { width: 240, height: 44, colour: "#5f6e73" },
      { width: 210, height: 34, colour: "#c9b48c" },
    ])
  )
}

function face(s: Sheet, r: number): string {
  return (
    metal(s, oval(600, 600, r), steel, 55) +
    fill(oval(600, 600, r * 0.94), s.linear(["#b9b5ac", "#ffffff"], 55)) +
    fill(oval(600, 600, r * 0.92), s.linear(["#f1eee7", "#fdfcf9"], 55)) +
    dial(600, 600, r * 0.92, "#b8402e", true)
  )
}

function onWall(s: Sheet): string {
  return stage(s, 1) + cast(oval(600, 600, 400), 1.8) + face(s, 400)
}

function atAngle(s: Sheet): string {
  return (
    stage(s, 0.74) +
    contact(s, 640, 1000, 300) +
    `<g transform="translate(60 0)">` +
    metal(
      s,
      "M500 190C700 190 820 370 820 596S700 1002 500 1002L590 1002C800 1002 900 820 900 596S800 190 590 190z",
      steel,
      90,
    ) +
    `<g transform="translate(-16 -4) translate(500 600) scale(.78 1) translate(-600 -600)">${face(s, 406)}</g></g>`
  )
}

function inKitchen(s: Sheet): string {
  const joints = `${times(9, (i) => `M${i * 150} 700V1200`)}${times(4, (i) => `M0 ${700 + i * 150}H1200`)}`
  const tile = `${fill(box(0, 700, 1200, 500), "#f3efe6") + stroke(joints, "#cfc9bd", 6)}<g transform="translate(3 3)">${stroke(joints, "#ffffff", 3)}</g>`
  const jar = (x: number, h: number, content: string, level: number) =>
    contact(s, x, 960, 64, 0.7) +
    fill(box(x - 58, 960 - h * level, 116, h * level, 14), content) +
    fill(
      box(x - 64, 960 - h, 128, h, 20),
      s.linear(
        [
          ["#8fa09c", 0, 0.5],
          ["#ffffff", 0.3, 0.3],
          ["#dfe6e3", 0.7, 0.2],
          ["#8fa09c", 1, 0.5],
        ],
        0,
      ),
    ) +
    wood(s, box(x - 58, 930 - h, 116, 40, 8), oak, { x: x - 58, y: 930 - h, width: 116, height: 40 })
  return (
    stage(s, 1) +
    tile +
    fill(
      box(0, 700, 1200, 500),
      s.linear([
        ["#2a1d14", 0, 0.02],
        ["#2a1d14", 1, 0.14],
      ]),
    ) +
    fill(box(0, 694, 1200, 8), "#d8d2c6") +
    soft("M0 704H1200", "#000000", 8, 0.1) +
    cast(oval(600, 350, 230), 1.3) +
    place(face(s, 400), 600, 350, { scale: 0.575, from: [600, 600] }) +
    plank(s, 960) +
    jar(170, 220, "#d9b98a", 0.7) +
    jar(330, 190, "#6e4a32", 0.6) +
    jar(490, 240, "#e9e0cc", 0.8) +
    potPlant(s, 960, 960, 0.7, "#d8cdb9")
  )
}
