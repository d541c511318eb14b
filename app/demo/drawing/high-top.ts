import { mix, shade } from "./colour"
import { cast, contact, folds, soft, solid, stage } from "./light"
import { twill } from "./material"
import { peg } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"
import { creases, laces, seam } from "./shoe-parts"

export const canvasHighTop = [highTopProfile, highTopColours, highTopHung]

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
    `<g transform="translate(14 20)">${soft(d, "#000000", 16, 0.3)}</g>${stroke(d, mix("#f1ece1", "#8a8275", 0.4), 11)}${stroke(d, "#f1ece1", 8)}`
  return (
    stage(s, 1) +
    lace("M592 190C560 300 500 380 452 470") +
    lace("M600 190C640 330 690 430 722 560") +
    shoe(452, 470, 62) +
    shoe(724, 560, -66, true) +
    peg(s, 596, 186)
  )
}
