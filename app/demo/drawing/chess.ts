import { shade } from "./colour"
import { ball, cast, contact, solid, stage, surface, tube } from "./light"
import { brass, metal, walnut, wood } from "./material"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const chessSet = [pieces, board, closed]

const maple = "#e3c798"

/** Turned pieces, each standing on y 920 around x 600. */
function foot(s: Sheet, colour: string, half: number): string {
  return (
    tube(s, box(600 - half, 880, half * 2, 40, 14), shade(colour, -0.1)) +
    tube(s, box(600 - half * 0.88, 848, half * 1.76, 36, 16), colour) +
    tube(s, box(600 - half * 0.7, 828, half * 1.4, 24, 10), shade(colour, -0.06))
  )
}

function king(s: Sheet, colour: string): string {
  return (
    foot(s, colour, 130) +
    tube(s, "M512 832C560 760 556 560 546 430H654C644 560 640 760 688 832z", colour) +
    tube(s, box(520, 400, 160, 26, 12), colour) +
    tube(s, box(534, 378, 132, 24, 10), shade(colour, -0.06)) +
    tube(s, "M548 380C546 330 526 290 520 256C560 232 640 232 680 256C674 290 654 330 652 380z", colour) +
    tube(s, "M528 256C560 226 640 226 672 256C640 268 560 268 528 256z", shade(colour, 0.1)) +
    solid(s, "M588 232V196H562V170H588V136H612V170H638V196H612V232z", colour, { edge: 5 })
  )
}

function knight(s: Sheet, colour: string): string {
  const head =
    "M512 832C500 740 540 690 566 620C540 640 500 660 470 656C440 640 430 610 450 590C490 560 510 500 540 450L532 390L580 424C680 430 720 520 722 640C724 740 700 790 690 832z"
  return (
    foot(s, colour, 128) +
    solid(s, head, colour, { angle: 30, depth: 1.3, edge: 12 }) +
    [0, 1, 2, 3, 4]
      .map((i) =>
        stroke(
          `M${632 + i * 14} ${470 + i * 66}C${660 + i * 8} ${480 + i * 64} ${680 + i * 6} ${500 + i * 62} ${690 + i * 5} ${530 + i * 60}`,
          shade(colour, -0.5),
          6,
          0.5,
        ),
      )
      .join("") +
    fill(oval(540, 510, 9), shade(colour, -0.7)) +
    stroke("M458 622C470 630 486 628 496 620", shade(colour, -0.6), 5) +
    stroke("M566 620C600 590 620 560 622 530", shade(colour, -0.5), 6, 0.5)
  )
}

function pawn(s: Sheet, colour: string): string {
  return (
    foot(s, colour, 108) +
    tube(s, "M524 832C566 780 572 700 568 640H632C628 700 634 780 676 832z", colour) +
    tube(s, box(540, 620, 120, 24, 12), colour) +
    ball(s, oval(600, 560, 74), colour)
  )
}

function rook(s: Sheet, colour: string): string {
  return (
    foot(s, colour, 116) +
    tube(s, "M520 832C560 780 562 680 556 600H644C638 680 640 780 680 832z", colour) +
    tube(s, box(520, 560, 160, 44, 8), colour) +
    tube(s, "M524 564V500H556V524H584V500H616V524H644V500H676V564z", colour)
  )
}

function pieces(s: Sheet): string {
  return (
    stage(s) +
    contact(s, 360, 922, 150) +
    contact(s, 668, 942, 150) +
    contact(s, 920, 962, 130) +
    place(king(s, walnut), 360, 920) +
    place(knight(s, maple), 668, 942, { scale: 1.02 }) +
    place(pawn(s, walnut), 920, 964)
  )
}

function fromAbove(s: Sheet, x: number, y: number, colour: string, kind: number): string {
  const r = 44
  const crown = [
    ball(s, oval(x, y, 20), colour),
    solid(s, box(x - 7, y - 22, 14, 44, 4), colour, { edge: 3 }) +
      solid(s, box(x - 22, y - 7, 44, 14, 4), colour, { edge: 3 }),
    solid(
      s,
      `M${x - 8} ${y + 26}C${x - 22} ${y} ${x - 10} ${y - 30} ${x} ${y - 32}C${x + 10} ${y - 30} ${x + 22} ${y} ${x + 8} ${y + 26}z`,
      colour,
      { edge: 4 },
    ),
    solid(s, oval(x, y, 25), colour, { edge: 4 }) + fill(oval(x, y, 14), shade(colour, -0.5)),
  ][kind]
  return (
    cast(oval(x, y, r), 0.6) +
    solid(s, oval(x, y, r), shade(colour, -0.08), { edge: 5 }) +
    solid(s, oval(x, y, r * 0.74), shade(colour, 0.06), { edge: 4 }) +
    crown
  )
}

function board(s: Sheet): string {
  const size = 118
  const squares = times(64, (i) => {
    const [c, r] = [i % 8, Math.floor(i / 8)]
    return (c + r) % 2
      ? fill(box(128 + c * size, 128 + r * size, size, size), s.linear([shade(walnut, 0.1), shade(walnut, -0.08)], 50))
      : ""
  })
  const men: [number, number, string, number][] = [
    [0, 0, walnut, 3],
    [4, 0, walnut, 1],
    [7, 0, walnut, 3],
    [5, 1, walnut, 0],
    [6, 1, walnut, 0],
    [2, 2, walnut, 2],
    [0, 1, walnut, 0],
    [3, 3, walnut, 0],
    [4, 4, maple, 0],
    [5, 5, maple, 2],
    [1, 6, maple, 0],
    [2, 6, maple, 0],
    [6, 6, maple, 0],
    [7, 6, maple, 0],
    [4, 7, maple, 3],
    [6, 7, maple, 1],
    [0, 5, maple, 0],
  ]
  return (
    surface(s) +
    cast(box(84, 84, 1032, 1032, 12), 1.2) +
    wood(s, box(84, 84, 1032, 1032, 12), shade(walnut, -0.12), { x: 84, y: 84, width: 1032, height: 1032 }, 6, 10) +
    wood(s, box(128, 128, 944, 944), maple, { x: 128, y: 128, width: 944, height: 944 }, 9, 0) +
    squares +
    stroke("M84 600H1116", "#2a1a10", 4, 0.6) +
    men
      .map(([c, r, colour, kind]) =>
        fromAbove(s, 187 + c * size, 187 + r * size, colour === maple ? shade(maple, 0.12) : shade(walnut, -0.2), kind),
      )
      .join("")
  )
}

function closed(s: Sheet): string {
  const side = box(140, 780, 920, 130, 8)
  const lid = "M140 784L250 650H950L1060 784z"
  const checks = times(8, (c) =>
    times(4, (r) =>
      (c + r) % 2
        ? ""
        : (() => {
            const t = (v: number) => 140 + (110 * v) / 4
            const [l1, l2] = [t(4 - r), t(3 - r)]
            const y = (v: number) => 784 - (134 * v) / 4
            const at = (k: number, left: number) => left + ((1200 - 2 * left) * k) / 8
            return fill(
              `M${at(c, 290 - l1 + 100)} ${y(r)}L${at(c + 1, 290 - l1 + 100)} ${y(r)}L${at(c + 1, 290 - l2 + 100)} ${y(r + 1)}L${at(c, 290 - l2 + 100)} ${y(r + 1)}z`,
              walnut,
              0.92,
            )
          })(),
    ),
  )
  return (
    stage(s) +
    contact(s, 600, 912, 480) +
    wood(s, lid, maple, { x: 140, y: 650, width: 920, height: 134 }, 5, 6) +
    s.clip(lid, checks) +
    wood(s, side, walnut, { x: 140, y: 780, width: 920, height: 130 }, 7, 9) +
    stroke("M140 846H1060", "#2a1a10", 4, 0.7) +
    [340, 860]
      .map((x) => metal(s, box(x - 26, 826, 52, 44, 8), brass, 20) + fill(oval(x, 848, 7), "#4a3a1a"))
      .join("") +
    contact(s, 600, 716, 90, 0.8) +
    place(rook(s, walnut), 600, 722, { scale: 0.95 })
  )
}
