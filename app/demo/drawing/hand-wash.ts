import { shade } from "./colour"
import { contact, glow, rim, solid, stage, tube } from "./light"
import { metal, oak, steel } from "./material"
import { table } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const handWash = [bottleHero, withRefill, atBasin]

export const label = "#efe7d4"

/** Lines where a label would carry words. */
export function print(x: number, y: number, width: number, rows: number): string {
  return (
    fill(box(x + width * 0.3, y, width * 0.4, 9, 4), "#4a4036", 0.85) +
    times(rows, (i) =>
      fill(box(x + width * 0.2, y + 44 + i * 20, width * (0.6 - (i % 3) * 0.08), 4, 2), "#4a4036", 0.4),
    )
  )
}

/** The pump bottle standing on y 920. */
function bottle(s: Sheet): string {
  const body = "M424 520C424 450 520 440 536 400H664C680 440 776 450 776 520V870Q776 920 726 920H474Q424 920 424 870z"
  const amber = s.linear(
    [
      ["#5c2f10", 0],
      ["#9a5a22", 0.14],
      ["#c98439", 0.28],
      ["#8a4d1c", 0.5],
      ["#5f3212", 0.85],
      ["#8a5020", 1],
    ],
    0,
  )
  const card = box(424, 590, 352, 240)
  return (
    fill(body, amber) +
    fill("M440 540C440 500 470 480 500 470V900H474Q440 900 440 870z", "#ffd9a0", 0.25) +
    rim(s, body, 9) +
    fill(
      card,
      s.linear(
        [
          ["#cfc4ab", 0],
          [label, 0.2],
          ["#f8f2e4", 0.34],
          [label, 0.6],
          ["#c9bea6", 1],
        ],
        0,
      ),
    ) +
    print(440, 630, 320, 6) +
    stroke("M440 800H760", "#4a4036", 2, 0.4) +
    tube(s, box(530, 336, 140, 70, 10), "#2b2927") +
    times(12, (i) => fill(box(536 + i * 11, 340, 4, 62), "#000000", 0.35)) +
    tube(s, box(582, 250, 36, 90, 6), "#33302e") +
    solid(
      s,
      "M430 216C430 204 440 200 452 200H660Q680 200 680 220V240Q680 256 660 256H520L452 268C440 270 430 262 430 250z",
      "#2b2927",
      { angle: 80, edge: 7 },
    )
  )
}

function bottleHero(s: Sheet): string {
  return stage(s) + glow(s, 790, 950, 160, 36, 0.5, "#d98f3c") + contact(s, 600, 950, 190) + place(bottle(s), 600, 950)
}

function withRefill(s: Sheet): string {
  const pouch =
    "M640 420C660 408 980 408 1000 420C1010 560 1030 760 1030 890C1030 930 1000 940 960 940H680C640 940 610 930 610 890C610 760 630 560 640 420z"
  return (
    stage(s) +
    contact(s, 340, 940, 150) +
    place(bottle(s), 340, 940, { scale: 0.86 }) +
    contact(s, 820, 946, 220) +
    solid(s, pouch, "#d9c7a6", { angle: 20, depth: 1.1, edge: 10 }) +
    fill("M640 420C660 408 980 408 1000 420L1004 470C900 460 740 460 636 470z", shade("#d9c7a6", -0.14)) +
    tube(s, box(930, 364, 60, 60, 10), "#2b2927") +
    fill(
      "M618 800C740 850 900 850 1024 800L1030 890C1030 930 1000 940 960 940H680C640 940 610 930 610 890z",
      "#1a1411",
      0.07,
    ) +
    fill(box(700, 540, 240, 220, 4), label) +
    print(700, 580, 240, 6) +
    glow(s, 690, 640, 26, 170, 0.5)
  )
}

function atBasin(s: Sheet): string {
  const basin = "M420 760H1240V1000C1100 1060 640 1060 520 990C450 940 420 860 420 760z"
  const tiles = stroke(
    `${times(7, (i) => `M${i * 200} 0V1000`)}${times(6, (i) => `M0 ${i * 200}H1200`)}`,
    shade(s.ground, -0.12),
    6,
    0.5,
  )
  return (
    stage(s, 1) +
    tiles +
    metal(s, "M880 120H960V330H880z", steel) +
    tube(s, "M700 300H980Q1010 300 1010 330V350Q1010 366 990 366H760V430H700z", steel, { angle: 90 }) +
    metal(s, box(694, 424, 72, 22, 6), steel) +
    tube(s, box(860, 96, 120, 34, 14), steel) +
    solid(s, oval(920, 90, 50, 18), "#c9c6bf", { edge: 4 }) +
    stroke("M730 446C728 560 732 660 730 770", "#e4eef0", 17, 0.75) +
    stroke("M726 446C724 560 728 660 726 770", "#ffffff", 5, 0.8) +
    table(s, 1000, oak, 60) +
    solid(s, basin, "#c9c4b9", { angle: 30, depth: 1.1, edge: 12 }) +
    solid(s, "M400 740H1240V790H420Q400 790 400 766z", "#d8d3c8", { angle: 85, edge: 8 }) +
    contact(s, 230, 1004, 150) +
    place(bottle(s), 230, 1006, { scale: 0.72 })
  )
}
