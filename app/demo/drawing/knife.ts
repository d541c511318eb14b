import { shade } from "./colour"
import { cast, glow, rim, solid, stage, surface } from "./light"
import { brass, metal, oak, wood } from "./material"
import { leaf } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const knife = [hero, onBoard, onRail]

const smoked = "#54402f"

/** A knife lying along x, its tip at 130 and its butt at 1070, edge downwards, around y 600. */
function blade(s: Sheet, length = 1): string {
  const tip = 760 - 620 * length
  const outline = `M760 546H${tip + 190}C${tip + 100} 552 ${tip + 40} 590 ${tip} 652C${tip + 120} 690 ${tip + 300} 700 745 700L752 640H760z`
  const bevel = `M${tip} 652C${tip + 120} 690 ${tip + 300} 700 745 700L748 668C${tip + 320} 668 ${tip + 140} 664 ${tip} 652z`
  const handle =
    "M790 548C880 536 960 560 1040 548C1072 546 1082 566 1080 590C1078 620 1064 646 1040 644C980 636 900 660 796 640z"
  return (
    cast(outline + handle, 0.9) +
    fill(outline, s.linear(["#8f908f", "#c9cac9", "#e9e9e6", "#a9aaa9"], 80)) +
    fill(
      outline,
      s.linear(
        [
          ["#ffffff", 0, 0.1],
          ["#ffffff", 0.4, 0.45],
          ["#55585a", 0.5, 0.16],
          ["#ffffff", 0.7, 0.3],
          ["#55585a", 1, 0.2],
        ],
        0,
      ),
    ) +
    fill(bevel, s.linear(["#f7f6f2", "#c2c3c2"])) +
    rim(s, outline, 4, 0.7) +
    metal(s, box(752, 542, 46, 104, 8), "#a5a39d", 90) +
    wood(s, handle, smoked, { x: 790, y: 540, width: 290, height: 110 }, 7, 8) +
    [870, 990].map((x) => metal(s, oval(x, 597, 12), brass, 50)).join("")
  )
}

function hero(s: Sheet): string {
  return `${surface(s)}<g transform="rotate(-38 600 600)">${place(blade(s), 600, 600, { from: [605, 610], scale: 1.06 })}</g>`
}

function lemonHalf(s: Sheet, x: number, y: number, r: number, turn: number): string {
  const wedges = times(9, (i) => {
    const [a, b] = [((i * 40 + 4) * Math.PI) / 180, ((i * 40 + 36) * Math.PI) / 180]
    const at = (angle: number, k: number) => `${x + Math.cos(angle) * r * k} ${y + Math.sin(angle) * r * k}`
    return fill(
      `M${at((a + b) / 2, 0.12)}L${at(a, 0.76)}Q${at((a + b) / 2, 0.86)} ${at(b, 0.76)}z`,
      s.linear(["#f3dc83", "#e0b93f"], 50),
    )
  })
  return `${cast(oval(x, y, r), 0.8) + solid(s, oval(x, y, r), "#dcb43a", { edge: 6 }) + fill(oval(x, y, r * 0.92), "#f8efcf")}<g transform="rotate(${turn} ${x} ${y})">${wedges}</g>${rim(s, oval(x, y, r * 0.92), 5)}`
}

function onBoard(s: Sheet): string {
  const boardShape = box(130, 150, 940, 900, 44)
  const thyme = (x: number, y: number, turn: number) =>
    `<g transform="translate(${x} ${y}) rotate(${turn})">${stroke("M0 0C80 -16 160 10 250 -10", "#6b5d45", 5)}${times(12, (i) => leaf(s, 16 + i * 19, -2, 34 - i, i % 2 ? 60 : -70, "#74855f"))}</g>`
  return (
    surface(s) +
    cast(boardShape, 1.2) +
    wood(s, boardShape, oak, { x: 130, y: 150, width: 940, height: 900 }, 12, 14) +
    fill(oval(960, 260, 34), shade(oak, -0.55)) +
    rim(s, oval(960, 260, 34), 6) +
    place(blade(s), 600, 690, { scale: 0.84, turn: -14, from: [605, 610] }) +
    lemonHalf(s, 380, 400, 116, 10) +
    lemonHalf(s, 610, 340, 110, 40) +
    thyme(700, 930, -16) +
    thyme(640, 990, 6) +
    glow(s, 300, 250, 200, 120, 0.15)
  )
}

function onRail(s: Sheet): string {
  const rail = box(150, 380, 900, 92, 14)
  const hung = (x: number, length: number, scale: number) =>
    place(blade(s, length), x, 470, { turn: -90, scale, from: [600, 620] })
  return (
    stage(s, 1) +
    cast(rail, 0.9) +
    wood(s, rail, oak, { x: 150, y: 380, width: 900, height: 92 }, 5, 10) +
    hung(330, 1, 0.92) +
    hung(620, 0.76, 0.86) +
    hung(880, 0.5, 0.8)
  )
}
