import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, surface, tube } from "./light"
import { glass, metal, oak, steel } from "./material"
import { bookStack, table } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const handWash = [bottleHero, withRefill, atBasin]
export const candle = [candleHero, candleAbove, onBooks]

const label = "#efe7d4"

/** Lines where a label would carry words. */
function print(x: number, y: number, width: number, rows: number): string {
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

/** The candle standing on y 920. */
function tumbler(s: Sheet, lit = true): string {
  const body = "M380 480H820L806 890Q804 920 772 920H428Q396 920 394 890z"
  const wax = "M388 560H812L803 884Q800 906 772 906H428Q400 906 397 884z"
  return (
    fill("M380 480H820L806 890Q804 920 772 920H428Q396 920 394 890z", "#6b6258", 0.4) +
    fill(
      wax,
      s.linear(
        [
          ["#b9a58c", 0],
          ["#e9d9bf", 0.3],
          ["#d0bb9e", 0.6],
          ["#94826c", 1],
        ],
        0,
      ),
    ) +
    (lit
      ? fill(
          wax,
          s.radial(
            [
              ["#ffe2a4", 0, 0.95],
              ["#ffcf86", 0.4, 0.4],
              ["#ffcf86", 1, 0],
            ],
            0.5,
            0,
            0.7,
          ),
        )
      : "") +
    fill(oval(600, 560, 210, 26), s.radial(["#fff0c9", "#f3d6a1", "#d1b488"], 0.5, 0.5, 0.55)) +
    glass(s, body, "#7d7266", 0.26) +
    stroke("M380 480C480 496 720 496 820 480C720 464 480 464 380 480z", "#ffffff", 4, 0.7) +
    stroke("M600 560V514", "#2b2521", 7) +
    (lit
      ? glow(s, 600, 440, 190, 230, 0.85, "#ffdc97") +
        fill("M600 530C566 520 572 470 600 400C628 470 634 520 600 530z", s.linear(["#fff7e0", "#ffd67a", "#f29b3c"])) +
        fill("M600 528C586 522 588 496 600 470C612 496 614 522 600 528z", "#fffdf4")
      : "") +
    fill(box(470, 640, 260, 180, 3), s.linear(["#f6f0e2", label, "#d3c8b0"], 0)) +
    print(470, 680, 260, 4)
  )
}

function candleHero(s: Sheet): string {
  return (
    stage(s) + glow(s, 600, 460, 620, 520, 0.55, "#ffe2ac") + contact(s, 600, 950, 230) + place(tumbler(s), 600, 950)
  )
}

function candleAbove(s: Sheet): string {
  const ring = oval(600, 600, 340)
  return (
    surface(s, shade(s.ground, -0.06)) +
    cast(ring, 1.8) +
    solid(s, ring, "#7d7266", { edge: 14 }) +
    fill(oval(600, 600, 304), s.radial(["#fff3cf", "#f2d9a8", "#d9bd92", "#b89c78"])) +
    fill(
      "M600 420C720 420 780 500 776 610C770 720 690 790 590 780C480 770 420 700 426 590C432 490 500 420 600 420z",
      s.radial([
        ["#ffe9b4", 0, 0.9],
        ["#e9be78", 0.8, 0.6],
        ["#cf9f5c", 1, 0.5],
      ]),
    ) +
    rim(s, oval(600, 600, 304), 12) +
    glow(s, 600, 600, 420, 420, 0.7, "#ffe0a0") +
    glow(s, 500, 500, 60, 26, 0.7, "#ffffff", -40) +
    stroke("M600 606L606 596", "#2b2521", 17) +
    fill(
      "M606 604C566 590 590 540 640 500C640 556 640 596 606 604z",
      s.linear(["#fff7e0", "#ffd67a", "#f29b3c"], 135),
    ) +
    fill("M608 600C594 592 604 566 624 546C626 572 624 594 608 600z", "#fffdf4")
  )
}

function onBooks(s: Sheet): string {
  const matches = box(760, 880, 220, 70, 6)
  return `${
    stage(s, 0.95) +
    glow(s, 420, 380, 620, 520, 0.6, "#ffdfa6") +
    table(s, 950, oak, 60) +
    bookStack(s, 420, 952, [
      { width: 560, height: 84, colour: "#6a5348" },
      { width: 510, height: 66, colour: "#8d9a8b" },
      { width: 470, height: 76, colour: "#d8c6a2" },
    ]) +
    contact(s, 420, 726, 130) +
    place(tumbler(s), 420, 728, { scale: 0.6 }) +
    contact(s, 870, 954, 130) +
    solid(s, matches, "#a5492f", { edge: 6 }) +
    fill(box(760, 926, 220, 24, 3), "#3d3531") +
    fill(oval(870, 902, 22), label)
  }<g transform="rotate(-5 900 990)">${stroke("M800 1000H1010", "#e2c893", 9)}${fill(oval(1012, 1000, 13, 9), "#7a2d20")}</g>`
}
