import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, tube } from "./light"
import { leaf, paper, sunlitWall } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const vase = [hero, three, mantel]

const chalk = "#e6dfd0"

/** A shouldered vase standing on y 920. */
function shouldered(s: Sheet, glaze: string): string {
  const body =
    "M556 470C556 500 540 516 500 530C420 560 372 630 380 720C388 810 440 880 490 920H710C760 880 812 810 820 720C828 630 780 560 700 530C660 516 644 500 644 470z"
  return (
    tube(s, body, glaze, { depth: 0.9 }) +
    glow(s, 480, 640, 50, 110, 0.6, "#fffaf0", 14) +
    tube(s, "M552 452H648L644 480H556z", glaze) +
    fill(oval(600, 452, 48, 9), shade(glaze, -0.6)) +
    stroke(oval(600, 452, 48, 9), shade(glaze, 0.3), 4) +
    rim(s, body, 8, 0.6)
  )
}

function branch(s: Sheet, x: number, y: number): string {
  const stem = `M${x} ${y}C${x - 10} ${y - 140} ${x + 60} ${y - 230} ${x + 40} ${y - 370}M${x + 18} ${y - 170}C${x + 90} ${y - 230} ${x + 160} ${y - 250} ${x + 220} ${y - 320}M${x + 6} ${y - 110}C${x - 60} ${y - 190} ${x - 130} ${y - 210} ${x - 170} ${y - 290}`
  const tips: [number, number, number][] = [
    [40, -370, -90],
    [44, -320, -30],
    [46, -310, -150],
    [40, -250, -20],
    [34, -240, -160],
    [220, -320, -50],
    [190, -290, -100],
    [180, -286, 0],
    [130, -250, -110],
    [120, -246, 10],
    [-170, -290, -120],
    [-140, -250, -60],
    [-150, -262, -170],
    [-100, -214, -80],
    [-96, -212, -180],
  ]
  return (
    stroke(stem, "#6a5540", 9) +
    tips
      .map(([dx, dy, a], i) =>
        leaf(s, x + dx, y + dy, 84 + (i % 3) * 10, a, shade("#8a9277", (i % 3) * 0.1 - 0.1), 0.3),
      )
      .join("") +
    [
      [60, -200],
      [150, -262],
      [-70, -196],
    ]
      .map(([dx = 0, dy = 0]) => solid(s, oval(x + dx, y + dy, 17), "#c8774a", { edge: 4 }))
      .join("")
  )
}

function hero(s: Sheet): string {
  const arrangement = branch(s, 600, 460) + shouldered(s, chalk)
  return stage(s) + contact(s, 600, 960, 150) + place(arrangement, 600, 962, { scale: 0.94 })
}

function three(s: Sheet): string {
  const tall =
    "M560 250H640L650 420C660 520 700 600 700 760C700 850 670 920 640 920H560C530 920 500 850 500 760C500 600 540 520 550 420z"
  const round =
    "M570 560C570 590 560 600 530 614C450 640 420 700 424 770C430 860 490 920 540 920H660C710 920 770 860 776 770C780 700 750 640 670 614C640 600 630 590 630 560z"
  const charcoal = "#4a4745"
  return (
    stage(s) +
    contact(s, 330, 900, 110) +
    place(
      tube(s, tall, "#c8ae8a") +
        fill(oval(600, 250, 40, 8), "#6a5540") +
        rim(s, tall, 7, 0.6) +
        glow(s, 545, 700, 24, 120, 0.5),
      330,
      900,
    ) +
    contact(s, 640, 960, 220) +
    place(shouldered(s, chalk), 630, 960, { scale: 0.96 }) +
    contact(s, 930, 920, 150) +
    place(
      tube(s, round, charcoal) +
        fill(oval(600, 560, 30, 7), "#1c1a19") +
        rim(s, round, 7, 0.6) +
        glow(s, 500, 730, 34, 70, 0.35),
      930,
      922,
      { scale: 0.8 },
    )
  )
}

function mantel(s: Sheet): string {
  const frame = box(640, 200, 340, 440, 4)
  const print = box(690, 254, 240, 332)
  return (
    sunlitWall(s, 60, -60) +
    cast(frame, 1.1) +
    solid(s, frame, "#5a4636", { edge: 8 }) +
    fill(box(656, 216, 308, 408), paper) +
    s.clip(
      print,
      fill(print, "#e6d7bd") +
        fill(oval(850, 340, 50), "#c8774a") +
        fill("M690 480C750 420 820 470 930 430V586H690z", "#8a9277") +
        fill("M690 530C780 500 840 540 930 510V586H690z", "#56655a"),
    ) +
    rim(s, box(656, 216, 308, 408), 5, 0.5) +
    solid(s, box(-20, 820, 1240, 50, 4), "#f1ece1", { angle: 85, edge: 6 }) +
    fill(box(20, 870, 1160, 34), s.linear(["#cfc7b8", "#e2dbcd"])) +
    fill(box(60, 904, 1080, 300), s.linear(["#d6cfc0", "#e9e3d7"])) +
    fill(box(260, 1000, 680, 220, 4), s.linear(["#2a2624", "#3d3733"])) +
    stroke(box(236, 976, 728, 260, 4), "#f6f2e9", 8) +
    contact(s, 340, 824, 130) +
    `<g transform="translate(0 40) translate(340 430) scale(.74) translate(-600 -460)">${branch(s, 600, 460)}</g>` +
    place(shouldered(s, chalk), 340, 826, { scale: 0.76 }) +
    contact(s, 1060, 824, 60) +
    times(
      2,
      (i) =>
        tube(s, box(1024 + i * 60, 640 + i * 60, 26, 184 - i * 60, 6), "#efe7d6") +
        stroke(`M${1037 + i * 60} ${640 + i * 60}v-16`, "#3a3430", 4),
    )
  )
}
