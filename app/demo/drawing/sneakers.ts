import { mix, shade } from "./colour"
import { cast, contact, folds, rim, soft, solid, stage, surface } from "./light"
import { twill } from "./material"
import { peg } from "./scene"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"
import { bow, creases, laces, pairAbove, seam } from "./shoe-parts"

export const courtSneaker = [courtProfile, courtAbove, courtBoxed]
export const canvasHighTop = [highTopProfile, highTopColours, highTopHung]

const white = "#f0ece4"
const green = "#5d7560"

function courtProfile(s: Sheet): string {
  return stage(s) + contact(s, 610, 898, 410) + court(s)
}

/** In profile, toe to the right, standing on y 896. */
function court(s: Sheet): string {
  const upper =
    "M226 806C210 710 206 620 214 540C218 500 246 490 282 512C330 548 402 556 452 520C486 494 500 450 532 428L606 452C650 540 730 620 826 664C930 700 1004 732 1010 806z"
  const tongue = "M500 470C516 420 534 380 566 372C600 372 616 400 622 452L640 520L520 500z"
  const sole =
    "M196 792C190 850 196 894 218 896H984C1018 892 1034 858 1030 796C1026 776 1010 774 996 780C760 806 420 806 222 776C204 774 198 780 196 792z"
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
    seam("M838 668C820 710 826 760 846 806", white) +
    times(7, (i) =>
      fill(oval(880 + (i % 4) * 26, 716 + (i % 4) * 9 + (i > 3 ? 24 : 0), 4.5), shade(white, -0.5), 0.7),
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
    stitches("M214 800C420 828 760 830 1014 802", "#b3ac9f", 4, 13, 0.9) +
    stroke("M204 866H1018", shade(white, -0.2), 3, 0.6)
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

interface HighTop {
  canvas: string
  lace?: string
}

function highTopProfile(s: Sheet): string {
  return (
    stage(s) +
    contact(s, 600, 930, 390) +
    place(highTop(s, { canvas: "#9c4a38" }), 600, 928, { from: [600, 896], scale: 1.04 })
  )
}

/** In profile, toe to the right, standing on y 896. */
function highTop(s: Sheet, { canvas, lace = "#f1ece1" }: HighTop): string {
  const upper =
    "M240 806C226 690 236 560 222 420C216 340 222 290 240 276C300 262 400 262 470 280C492 290 500 320 508 350C540 470 610 580 720 650C830 690 970 700 986 806z"
  const tongue = "M440 290C450 250 480 226 510 232C540 244 540 300 556 360L500 400z"
  const toe = "M800 806C806 730 850 684 900 690C970 706 1010 750 1008 806z"
  const sole =
    "M214 800C208 850 214 894 234 896H976C1010 892 1024 850 1020 800C1014 786 800 796 620 796C450 796 330 792 228 788C218 788 215 792 214 800z"
  const stay =
    "M420 276L476 282C500 300 504 336 512 366C540 470 610 580 716 650L660 716C560 640 470 520 440 400C432 350 426 310 420 276z"
  return (
    solid(s, tongue, shade(canvas, 0.1)) +
    solid(s, upper, canvas, { angle: 55, depth: 0.9, edge: 10 }) +
    twill(s, upper, 10, 0.09) +
    creases(s, upper, 690, 660) +
    folds(s, upper, ["M250 560C330 590 400 580 440 560", "M246 620C320 640 380 640 430 620"], 14, 0.6) +
    fill(stay, shade(canvas, -0.08)) +
    seam("M420 276C426 350 440 410 470 480C510 570 590 670 660 716", canvas) +
    seam("M226 470C280 480 300 560 300 790", canvas) +
    fill(box(228, 290, 20, 480, 8), shade(canvas, -0.15), 0.8) +
    times(2, (i) => fill(oval(560 + i * 50, 744, 9), "#c79f54")) +
    laces(
      [
        [446, 320],
        [454, 376],
        [468, 430],
        [488, 484],
        [516, 536],
        [552, 586],
        [594, 632],
        [640, 676],
      ],
      [
        [492, 312],
        [502, 362],
        [518, 412],
        [540, 460],
        [568, 508],
        [602, 552],
        [644, 594],
        [690, 634],
      ],
      lace,
      14,
      "#c79f54",
    ) +
    solid(s, toe, "#efe9dc", { angle: 50, edge: 9 }) +
    stroke("M812 790C824 738 856 706 896 708", "#cfc7b6", 4) +
    solid(s, sole, "#efe9dc", { angle: 80, edge: 9 }) +
    stroke("M220 830H1018", canvas, 7, 0.85) +
    stroke("M224 868H1010", "#c9c0ae", 3) +
    times(40, (i) => stroke(`M${860 + i * 3.8} 876v12`, "#b9b09d", 1.6, 0.7))
  )
}

function highTopColours(s: Sheet): string {
  const one = (x: number, y: number, canvas: string, flip = false) =>
    contact(s, x, y, 230) + place(highTop(s, { canvas }), x, y + 2, { scale: 0.6, flip, from: [600, 896] })
  return stage(s, 0.42) + one(370, 560, "#d9cdb4") + one(840, 750, "#3c4656", true) + one(400, 1010, "#9c4a38")
}

function highTopHung(s: Sheet): string {
  const silhouette =
    "M240 806C226 690 236 560 222 420L240 276H480L510 350C540 470 610 580 720 650C830 690 1000 700 1020 800L976 896H234z"
  const shoe = (x: number, y: number, turn: number, flip = false) =>
    place(cast(silhouette, 1.3) + highTop(s, { canvas: "#9c4a38" }), x, y, {
      scale: 0.66,
      turn,
      flip,
      from: [470, 300],
    })
  const lace = (d: string) =>
    `<g transform="translate(14 20)">${soft(d, "#2a1d14", 16, 0.3)}</g>${stroke(d, mix("#f1ece1", "#8a8275", 0.4), 11)}${stroke(d, "#f1ece1", 8)}`
  return (
    stage(s, 1) +
    lace("M592 190C560 300 500 380 452 470") +
    lace("M600 190C640 330 690 430 722 560") +
    shoe(452, 470, 62) +
    shoe(724, 560, -66, true) +
    peg(s, 596, 186)
  )
}
