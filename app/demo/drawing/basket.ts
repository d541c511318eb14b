import { shade } from "./colour"
import { cast, contact, folds, rim, solid, stage, surface } from "./light"
import { oak, wood } from "./material"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"
import { herringbone } from "./throw"

export const basket = [hero, above, nested]

const grass = "#c8a871"
const leather = "#7d4f33"

/** The basket from the front, standing on y 920. */
function body(s: Sheet, tone = grass): string {
  const side =
    "M240 430C230 600 250 780 300 880Q316 916 360 918H840Q884 916 900 880C950 780 970 600 960 430C860 476 340 476 240 430z"
  const strands = times(15, (r) => {
    const y = 452 + r * 32
    return times(27, (c) => {
      const t = (c + (r % 2 ? 0.5 : 0)) / 27
      const x = 214 + t * 772
      const bow = 34 * (1 - (2 * t - 1) ** 2)
      return `M${x - 13} ${y + bow}q14 -15 28 0`
    })
  })
  const handle = (x: number) =>
    stroke(`M${x - 60} 470C${x - 60} 330 ${x + 60} 330 ${x + 60} 470`, shade(leather, -0.3), 30) +
    stroke(`M${x - 61} 470C${x - 61} 330 ${x + 59} 330 ${x + 59} 470`, leather, 24) +
    stitches(`M${x - 61} 470C${x - 61} 330 ${x + 59} 330 ${x + 59} 470`, shade(leather, 0.5), 2.5, 9) +
    [-60, 60]
      .map(
        (d) =>
          solid(s, box(x + d - 20, 440, 40, 84, 10), leather, { edge: 4 }) +
          fill(oval(x + d, 466, 5), "#d9b36a") +
          fill(oval(x + d, 500, 5), "#d9b36a"),
      )
      .join("")
  return (
    fill(oval(600, 430, 360, 62), shade(tone, -0.1)) +
    fill(oval(600, 432, 338, 50), s.linear([shade(tone, -0.7), shade(tone, -0.35)])) +
    solid(s, side, tone, { angle: 10, depth: 1.2, edge: 0 }) +
    s.clip(
      side,
      `${stroke(strands, shade(tone, -0.5), 9, 0.5)}<g transform="translate(0 6)">${stroke(strands, shade(tone, 0.5), 7, 0.55)}</g>`,
    ) +
    fill(
      side,
      s.linear(
        [
          ["#1a1411", 0, 0.2],
          ["#fffaf0", 0.28, 0.22],
          ["#fffaf0", 0.5, 0],
          ["#1a1411", 1, 0.34],
        ],
        0,
      ),
    ) +
    stroke("M240 430C340 490 860 490 960 430", shade(tone, -0.25), 30) +
    stroke("M240 426C340 486 860 486 960 426", shade(tone, 0.1), 20) +
    times(40, (i) => {
      const t = i / 39
      return stroke(`M${246 + t * 708} ${430 + 42 * (1 - (2 * t - 1) ** 2)}l12 10`, shade(tone, -0.4), 4, 0.5)
    }) +
    handle(430) +
    handle(770)
  )
}

function hero(s: Sheet): string {
  return stage(s) + contact(s, 600, 960, 330) + place(body(s), 600, 960)
}

function above(s: Sheet): string {
  const ring = oval(600, 600, 400)
  const inside = oval(600, 600, 340)
  const blanket =
    "M330 560C340 420 470 330 600 330C760 330 880 440 880 600C880 760 760 880 600 880C450 880 340 780 330 640z"
  const coils = times(
    3,
    (i) =>
      `<path d="${oval(600, 600, 352 + i * 18)}" fill="none" stroke="${shade(grass, i % 2 ? 0.3 : -0.3)}" stroke-width="13" stroke-dasharray="15 6" opacity=".7"/>`,
  )
  const handle = (x: number, turn: number) =>
    `<g transform="rotate(${turn} 600 600)">${cast(box(x - 30, 480, 60, 240, 30), 0.6)}${solid(s, `M${x - 26} 490C${x + 60} 500 ${x + 60} 700 ${x - 26} 710L${x - 26} 676C${x + 14} 660 ${x + 14} 540 ${x - 26} 524z`, leather, { edge: 6 })}</g>`
  return (
    surface(s, oak) +
    times(6, (i) => stroke(`M0 ${i * 220 + 60}H1200`, shade(oak, -0.45), 4, 0.5)) +
    cast(ring, 2) +
    solid(s, ring, grass, { edge: 10 }) +
    coils +
    fill(inside, s.linear([shade(grass, -0.75), shade(grass, -0.4)], 50)) +
    cast(blanket, 0.5) +
    solid(s, blanket, "#e4d9c3", { edge: 12 }) +
    herringbone(s, blanket, 30, "#8d857a", 0.6) +
    folds(
      s,
      blanket,
      [
        "M360 560C480 520 640 620 860 520",
        "M400 760C520 700 640 800 840 720",
        "M520 350C560 440 520 520 600 580",
        "M700 350C680 430 740 500 700 560",
      ],
      40,
      1.1,
    ) +
    rim(s, inside, 14) +
    handle(960, 0) +
    handle(960, 180)
  )
}

function nested(s: Sheet): string {
  const floor =
    wood(s, box(0, 820, 1200, 380), oak, { x: 0, y: 820, width: 1200, height: 380 }, 17, 0) +
    times(4, (i) => stroke(`M0 ${870 + i * 90}H1200`, shade(oak, -0.45), 3, 0.5)) +
    fill(box(-10, 800, 1220, 24), "#f1ece1") +
    fill(box(-10, 822, 1220, 5), "#2a1d14", 0.25)
  const one = (x: number, y: number, scale: number, tone: string) =>
    contact(s, x, y, 330 * scale) + place(body(s, tone), x, y, { scale })
  return (
    stage(s, 0.95) +
    floor +
    one(300, 960, 0.72, grass) +
    one(740, 1000, 0.56, shade(grass, -0.14)) +
    one(1030, 1060, 0.4, shade(grass, 0.14))
  )
}
