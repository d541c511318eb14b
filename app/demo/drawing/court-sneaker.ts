import { shade } from "./colour"
import { cast, contact, folds, rim, solid, stage, surface } from "./light"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"
import { bow, creases, laces, pairAbove, seam } from "./shoe-parts"

export const courtSneaker = [courtProfile, courtAbove, courtBoxed]

const white = "#f0ece4"
const green = "#5d7560"

function courtProfile(s: Sheet): string {
  return stage(s) + contact(s, 610, 902, 400) + place(court(s), 600, 902, { scale: 1.04, from: [610, 876] })
}

/** In profile, toe to the right, standing on y 896. */
function court(s: Sheet): string {
  const upper =
    "M226 806C210 710 206 620 214 540C218 500 246 490 282 512C330 548 402 556 452 520C486 494 500 450 532 428L606 452C646 520 700 580 780 616C880 648 968 664 1000 730C1014 762 1016 784 1012 806z"
  const tongue = "M500 470C516 420 534 380 566 372C600 372 616 400 622 452L640 520L520 500z"
  const sole =
    "M202 786C196 836 200 872 222 876H970C1012 872 1034 838 1030 780C1026 764 1010 764 996 770C760 800 420 800 226 772C208 770 204 776 202 786z"
  const stay = "M470 538C500 512 520 470 540 446L612 470C650 546 706 606 760 646L700 730C620 690 520 620 470 538z"
  return (
    solid(s, tongue, white, { angle: 30 }) +
    solid(s, upper, white, { angle: 62, depth: 0.9, edge: 14 }) +
    creases(s, upper, 740, 640) +
    solid(
      s,
      "M207 640C205 600 208 566 214 540C218 500 246 490 282 512L306 528C300 580 302 620 312 664C280 676 236 668 207 640z",
      green,
      { edge: 8 },
    ) +
    seam("M312 664C330 720 340 760 342 796", white) +
    seam("M470 560C520 640 610 710 690 744C700 770 702 790 702 806", white) +
    solid(s, stay, shade(white, 0.25), { angle: 40, edge: 6 }) +
    seam("M470 538C520 620 620 690 700 730", white) +
    seam("M846 640C824 690 828 750 846 806", white) +
    times(7, (i) =>
      fill(oval(890 + (i % 4) * 25, 686 + (i % 4) * 10 + (i > 3 ? 24 : 0), 4.5), shade(white, -0.5), 0.7),
    ) +
    laces(
      [
        [500, 522],
        [532, 566],
        [570, 606],
        [612, 642],
        [656, 674],
      ],
      [
        [562, 470],
        [598, 516],
        [632, 560],
        [672, 598],
        [716, 634],
      ],
      white,
      17,
      "#b9b3a8",
    ) +
    solid(s, sole, shade(white, 0.1), { angle: 75, edge: 10 }) +
    stitches("M216 792C420 820 760 820 1014 788", "#b3ac9f", 4, 13, 0.9) +
    stroke("M208 848H1010", shade(white, -0.2), 3, 0.6)
  )
}

function courtAbove(s: Sheet): string {
  const details = (t: Sheet) =>
    fill("M530 450H670L652 640H548z", shade(white, -0.06)) +
    solid(t, "M556 470H644L640 660C620 690 580 690 560 660z", shade(white, 0.1), { edge: 5 }) +
    laces(
      [
        [528, 462],
        [532, 502],
        [536, 542],
        [540, 582],
      ],
      [
        [672, 462],
        [668, 502],
        [664, 542],
        [660, 582],
      ],
      white,
      17,
      "#b9b3a8",
    ) +
    bow(600, 612, white) +
    solid(t, "M560 962C580 985 620 985 640 962L650 992C620 1008 580 1008 550 992z", green, { edge: 4 }) +
    seam("M450 430C520 370 680 366 748 440", white)
  return surface(s) + pairAbove(s, { upper: white, sole: shade(white, -0.06), lining: "#c9ad88", details })
}

function courtBoxed(s: Sheet): string {
  const card = "#b99a72"
  const tissue = "M190 330L420 280L640 330L900 270L1010 350L990 620L1020 900L780 930L560 890L300 940L180 860L214 600z"
  const shoe = (x: number, y: number, turn: number, flip: boolean) =>
    place(court(s), x, y, { scale: 0.72, turn, flip, from: [610, 660] })
  return (
    surface(s) +
    cast(box(120, 220, 960, 780, 10), 1.5) +
    fill(box(120, 220, 960, 780, 10), shade(card, -0.08)) +
    fill(box(150, 250, 900, 720, 4), s.linear([shade(card, -0.45), shade(card, -0.2)], 60)) +
    solid(s, tissue, "#cdd5c6", { edge: 5 }) +
    folds(
      s,
      tissue,
      [
        "M200 400L500 520L640 340",
        "M1000 420L760 500L640 340",
        "M220 860L460 720L560 890",
        "M1000 860L780 740L780 930",
        "M500 520L460 720",
        "M760 500L780 740",
      ],
      12,
      0.7,
    ) +
    shoe(600, 440, 3, false) +
    shoe(600, 770, 3, true) +
    fill("M150 970L300 900L560 940L800 900L1050 970z", "#d9dfd2", 0.95) +
    rim(s, box(120, 220, 960, 780, 10), 8)
  )
}
