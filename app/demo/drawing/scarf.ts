import { shade } from "./colour"
import { cloth } from "./garments"
import { cast, contact, folds, rim, soft, solid, stage, surface } from "./light"
import { knit } from "./material"
import { peg } from "./scene"
import { box, fill, oval, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const scarf = [scarfFlat, scarfRolled, scarfHung]

const cream = "#e9dfc9"
const stripeOf = ["#a4563b", cream, "#3a4350", cream, "#a4563b", "#d9b06a"]

function stripes(outline: string, s: Sheet, x: number, width: number, pitch = 44): string {
  return s.clip(
    outline,
    times(Math.ceil(width / pitch) + 1, (i) =>
      fill(box(x + i * pitch, -20, pitch * 0.62, 1300), stripeOf[i % stripeOf.length] as string, 0.92),
    ),
  )
}

function fringe(x: number, y: number, width: number): string {
  return times(Math.floor(width / 15), (i) =>
    stroke(
      `M${x + 7 + i * 15} ${y}C${x + 3 + i * 15} ${y + 30} ${x + 12 + i * 15} ${y + 50} ${x + 6 + i * 15 + (i % 3) * 3} ${y + 86}`,
      stripeOf[Math.floor((i * 15) / 44) % 6] as string,
      7,
    ),
  )
}

function scarfFlat(s: Sheet): string {
  const back = box(360, 150, 330, 820, 8)
  const front = box(500, 210, 330, 700, 8)
  return (
    surface(s) +
    `<g transform="rotate(-14 600 600)">${cast(back, 0.8)}${fringe(364, 960, 322)}${fill(back, cream)}${stripes(back, s, 360, 330)}${knit(s, back, 9)}${folds(s, back, ["M420 200C440 500 410 700 430 960"], 26)}${rim(s, back, 9)}` +
    `${cast(front, 0.8)}${fringe(504, 900, 322)}${fill(front, cream)}${stripes(front, s, 500, 330)}${knit(s, front, 9)}${folds(s, front, ["M590 230C570 460 610 700 580 900", "M740 230C760 460 730 700 750 900"], 28)}${fill(
      front,
      s.linear(
        [
          ["#fffaf0", 0, 0.2],
          ["#fffaf0", 0.4, 0],
          ["#1a1411", 1, 0.22],
        ],
        60,
      ),
    )}${rim(s, front, 10)}${soft("M504 216H826", "#000000", 22, 0.3)}</g>`
  )
}

function scarfRolled(s: Sheet): string {
  const [rx, ry] = [250, 74]
  const side = `M${600 - rx} 330V860C${600 - rx} 902 490 934 600 934S${600 + rx} 902 ${600 + rx} 860V330z`
  const bands = times(14, (i) => {
    const y = 310 + i * 44
    return stroke(
      `M${600 - rx - 10} ${y}C${600 - rx} ${y + 44} 490 ${y + ry} 600 ${y + ry}S${600 + rx} ${y + 44} ${600 + rx + 10} ${y}`,
      stripeOf[i % 6] as string,
      29,
    )
  })
  const spiral = times(9, (i) =>
    stroke(oval(600 + (i % 2 ? 3 : -3), 330, rx - i * 27, ry - i * 8), shade(cream, i % 2 ? -0.34 : -0.12), 5, 0.8),
  )
  const tail = "M790 372C800 366 812 358 822 350V878C812 888 800 896 790 902z"
  return (
    stage(s) +
    contact(s, 600, 900, 270) +
    fill(side, cream) +
    s.clip(side, bands) +
    knit(s, side, 9) +
    fill(
      side,
      s.linear(
        [
          ["#1a1411", 0, 0.26],
          ["#fffaf0", 0.28, 0.3],
          ["#fffaf0", 0.45, 0],
          ["#1a1411", 0.9, 0.42],
          ["#1a1411", 1, 0.3],
        ],
        0,
      ),
    ) +
    solid(s, oval(600, 330, rx, ry), shade(cream, 0.05), { edge: 5 }) +
    spiral +
    fill(oval(600, 330, 26, 9), shade(cream, -0.5)) +
    fill(tail, "#1a1411", 0.2) +
    times(30, (i) =>
      stroke(
        `M812 ${368 + i * 17}q34 ${6 + (i % 3) * 4} 62 ${(i % 4) * 5}`,
        stripeOf[Math.floor((i * 17) / 44) % 6] as string,
        6,
      ),
    )
  )
}

function scarfHung(s: Sheet): string {
  const left = "M440 250C470 210 520 200 560 220L580 900H370C380 680 400 420 440 250z"
  const right = "M560 220C610 200 650 230 670 280C700 440 706 620 712 790H520z"
  const hat = "M790 560C800 430 850 380 910 380C980 380 1020 440 1026 560z"
  return (
    stage(s, 1) +
    `<g transform="translate(30 34)">${soft(`${left}${right}`, "#000000", 50, 0.26, true)}</g>` +
    `<g>${fringe(520, 780, 190)}${cloth(s, right, cream, [], { height: 0.2 })}${stripes(right, s, 520, 200)}${knit(s, right, 9)}${folds(s, right, ["M590 240C600 440 600 620 590 790", "M640 260C660 440 660 620 664 790"], 22)}${rim(s, right, 9)}</g>` +
    `${fringe(374, 888, 206)}${cloth(s, left, cream, [], { height: 0.4 })}${stripes(left, s, 360, 230)}${knit(s, left, 9)}${folds(s, left, ["M500 230C470 440 450 680 450 890", "M550 230C530 460 520 700 516 890"], 22)}${fill(
      left,
      s.linear(
        [
          ["#fffaf0", 0, 0.12],
          ["#1a1411", 1, 0.22],
        ],
        20,
      ),
    )}${rim(s, left, 9)}` +
    peg(s, 560, 232) +
    peg(s, 908, 470) +
    `<g transform="translate(22 26)">${soft(hat, "#000000", 40, 0.26, true)}</g>` +
    solid(s, hat, "#5a5148", { angle: 40 }) +
    folds(s, hat, ["M860 410C880 440 940 440 960 410"], 20) +
    fill("M790 530C860 556 960 556 1028 530L1028 572H788z", "#2f2a26") +
    solid(s, "M700 576C760 540 1060 540 1120 576C1060 612 760 612 700 576z", "#5a5148", { angle: 80, edge: 7 })
  )
}
