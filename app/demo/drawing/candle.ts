import { shade } from "./colour"
import { label, print } from "./hand-wash"
import { cast, contact, glow, rim, solid, stage, surface } from "./light"
import { glass, oak } from "./material"
import { bookStack, table } from "./scene"
import { box, fill, oval, place, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const candle = [candleHero, candleAbove, onBooks]

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
    table(s, 950, oak, 300) +
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
