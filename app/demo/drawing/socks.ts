import { shade } from "./colour"
import { cloth } from "./garments"
import { cast, folds, rim, soft, solid, surface } from "./light"
import { beech, knit, ribs, wood } from "./material"
import { box, fill, place, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const socks = [sideBySide, banded, onLine]

const clay = "#b57f66"
const oat = "#dccdb0"
const slate = "#5f6b76"

/** A sock, its cuff at 600, 200 and its toe to the right at 820, 900. */
function sock(s: Sheet, colour: string, height = 0.7): string {
  const outline =
    "M500 230C540 216 640 216 680 230C684 400 676 520 690 620C700 700 780 760 860 810C910 846 910 920 860 950C780 980 660 930 580 860C500 790 490 720 496 620C504 480 504 360 500 230z"
  const heel = "M494 650C496 740 520 800 580 860C620 836 640 790 640 740C600 700 550 666 494 650z"
  const toe =
    "M800 770C820 784 840 796 860 810C910 846 910 920 860 950C830 962 790 958 750 946C760 880 776 820 800 770z"
  const cuff = "M494 200C540 184 640 184 686 200L684 300C640 314 540 314 498 300z"
  return (
    cloth(s, outline, colour, ["M560 330C570 480 556 560 566 640", "M630 330C626 460 636 560 640 640"], { height }) +
    knit(s, outline, 13) +
    solid(s, heel, shade(colour, 0.24), { edge: 4 }) +
    solid(s, toe, shade(colour, 0.24), { edge: 6 }) +
    knit(s, `${heel}${toe}`, 13) +
    solid(s, cuff, shade(colour, 0.02), { depth: 0.8, edge: 7 }) +
    ribs(s, cuff, 12) +
    folds(s, outline, ["M600 720C640 700 680 700 700 660"], 18, 0.7)
  )
}

function sideBySide(s: Sheet): string {
  const two = (x: number, colour: string) =>
    place(sock(s, shade(colour, -0.08)), x + 26, 596, { from: [650, 570], scale: 0.8 }) +
    place(sock(s, colour), x, 610, { from: [650, 570], scale: 0.8 })
  return surface(s) + two(890, slate) + two(600, oat) + two(310, clay)
}

function banded(s: Sheet): string {
  const fold = (y: number, colour: string) => {
    const outline = `M300 ${y}C296 ${y - 50} 330 ${y - 60} 380 ${y - 60}H850C910 ${y - 58} 920 ${y} 880 ${y + 40}C840 ${y + 60} 380 ${y + 60} 340 ${y + 56}C310 ${y + 50} 302 ${y + 30} 300 ${y}z`
    return (
      cast(outline, 0.5) +
      solid(s, outline, colour, { angle: 85, edge: 9 }) +
      knit(s, outline, 10) +
      ribs(s, box(310, y - 56, 90, 110, 20), 12) +
      soft(`M420 ${y - 40}H820`, "#ffffff", 18, 0.25)
    )
  }
  const sleeve = box(500, 350, 240, 470, 8)
  return `${surface(s)}<g transform="rotate(-8 600 600)">${fold(740, slate)}${fold(620, oat)}${fold(500, clay)}${cast(sleeve, 0.4)}${fill(sleeve, s.linear(["#f6f1e6", "#ece3d0", "#d9cdb6"], 20))}${rim(s, sleeve, 7)}${stroke("M560 500H680M560 530H650", "#8a7d66", 4, 0.7)}${stroke("M596 660h48v40h-48z", "#8a7d66", 4, 0.7)}</g>`
}

function onLine(s: Sheet): string {
  const line = "M-20 250C300 300 900 300 1220 240"
  const clip = (x: number, y: number) =>
    cast(box(x - 13, y - 54, 26, 110, 6), 0.3) +
    wood(s, box(x - 13, y - 54, 26, 110, 6), beech, { x: x - 13, y: y - 54, width: 26, height: 110 }, x) +
    stroke(`M${x - 14} ${y - 10}h28`, "#8f8b84", 6)
  const hung = (x: number, y: number, colour: string, turn: number) =>
    place(sock(s, colour, 0.9), x, y, { scale: 0.6, turn, from: [590, 214] })
  const xs = [120, 290, 480, 650, 830, 990]
  const ys = [262, 274, 282, 282, 276, 267]
  const sky = soft("M-40 760C260 690 420 740 640 700S1080 690 1240 740V1240H-40z", "#c5ccb6", 40, 0.5, true, 8)
  return (
    fill(box(0, 0, 1200, 1200), s.linear(["#dfe6e8", "#efe9dd", shade(s.ground, 0.1)])) +
    soft("M-40 1120C240 1040 420 1080 640 1060S1080 1040 1240 1090V1240H-40z", "#aab39c", 30, 0.5, true, 8) +
    sky +
    xs
      .map((x, i) => hung(x, ys[i] as number, [clay, oat, slate][Math.floor(i / 2)] as string, (i % 2) * 6 - 3))
      .join("") +
    stroke(line, "#f4efe4", 9) +
    stroke(line, "#a89f90", 3, 0.7) +
    xs.map((x, i) => clip(x, (ys[i] as number) - 6)).join("")
  )
}
