import { shade } from "./colour"
import { cast, contact, folds, rim, solid, stage, surface } from "./light"
import { brass, dots, knit, metal, oak, wood } from "./material"
import { box, fill, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const corkSandal = [sandalAbove, sandalSole, sandalDeck]
export const feltSlipper = [slipperPair, slipperProfile, slipperRug]

const strap = "#6f4a33"
const cork = "#c79a63"

const bed =
  "M556 218C454 222 420 334 424 452C428 576 468 656 470 764C472 912 510 1006 600 1006C690 1006 724 912 730 764C734 648 782 566 772 428C760 298 664 212 556 218z"

/** One sandal the right way up and its fellow turned over, the tread showing. */
function sandalSole(s: Sheet): string {
  const waves = times(26, (i) => `M410 ${236 + i * 31}${times(14, (k) => `q14 ${k % 2 ? 18 : -18} 28 0`)}`)
  const tread =
    "M558 244C476 248 446 344 450 450C454 568 492 652 494 762C496 886 526 980 600 980C674 980 702 886 706 762C710 642 756 558 746 432C736 316 654 240 558 244z"
  const sole =
    cast(bed, 1) +
    solid(s, bed, cork, { edge: 8 }) +
    solid(s, tread, "#54463b", { edge: 10 }) +
    s.clip(
      tread,
      `${stroke(waves, "#2b221b", 10, 0.7)}<g transform="translate(0 5)">${stroke(waves, "#8a7867", 4, 0.6)}</g>`,
    ) +
    rim(s, tread, 8)
  return (
    surface(s) +
    place(sandalTop(s), 390, 640, { turn: -14, from: [600, 610] }) +
    place(sole, 820, 570, { turn: 10, flip: true, from: [600, 610] })
  )
}

/** One sandal from above, toe up, in the coordinates of a left shoe. */
function sandalTop(s: Sheet): string {
  const inner =
    "M558 240C472 244 442 344 446 450C450 570 488 656 490 762C492 890 524 982 600 982C676 982 704 890 710 762C714 640 760 556 750 430C740 312 656 236 558 240z"
  const front = "M424 400C520 340 690 336 776 400L766 506C680 450 520 452 432 506z"
  const back = "M452 600C540 556 680 556 742 596L730 700C670 660 540 660 468 706z"
  const buckle = (x: number, y: number) =>
    metal(s, box(x - 22, y - 34, 44, 68, 9), brass, 60) +
    fill(box(x - 11, y - 22, 22, 44, 4), strap) +
    stroke(`M${x - 18} ${y}H${x + 12}`, "#e6cf95", 5)
  return (
    cast(bed, 1) +
    solid(s, bed, cork, { edge: 8 }) +
    solid(s, inner, "#b79775", { angle: 235, edge: 8 }) +
    folds(s, inner, ["M520 310C570 344 640 344 690 316"], 26, 0.6) +
    cast(front, 0.5) +
    solid(s, front, strap, { edge: 10 }) +
    cast(back, 0.5) +
    solid(s, back, strap, { edge: 10 }) +
    stitches(
      "M436 412C530 356 680 352 764 410M440 494C530 440 680 438 758 492M462 612C550 570 670 570 734 606M472 692C550 650 660 648 724 686",
      shade(strap, 0.5),
      3,
      9,
      0.6,
    ) +
    buckle(480, 436) +
    buckle(494, 636)
  )
}

function sandalAbove(s: Sheet): string {
  return (
    surface(s) +
    place(sandalTop(s), 382, 612, { turn: -5, from: [600, 610] }) +
    place(sandalTop(s), 818, 600, { turn: 5, flip: true, from: [600, 610] })
  )
}

function sandalDeck(s: Sheet): string {
  const boards = times(7, (i) =>
    wood(
      s,
      box(-10, i * 174, 1220, 168),
      ["#dccbac", "#d3c09d", "#e0d1b5"][i % 3] as string,
      { x: 0, y: i * 174, width: 1200, height: 168 },
      i + 30,
      5,
    ),
  )
  const towel = box(-60, -60, 620, 900, 20)
  const stripes = times(8, (i) => fill(box(-60 + i * 78, -60, 30, 900), i % 2 ? "#6e8a92" : "#c98a63", 0.75))
  return (
    fill(box(0, 0, 1200, 1200), "#8d7a5b") +
    boards +
    `<g transform="rotate(-9 300 300)">${cast(towel, 0.8)}${fill(towel, s.linear(["#f6f1e6", "#e6ddca"], 50))}${s.clip(towel, stripes)}${knit(s, towel, 12, 0.6)}${rim(s, towel, 8)}${times(40, (i) => stroke(`M${-44 + i * 15.4} 840v26`, "#efe7d6", 5))}</g>` +
    place(sandalTop(s), 690, 760, { scale: 0.72, turn: 22, from: [600, 610] }) +
    place(sandalTop(s), 950, 640, { scale: 0.72, turn: 30, flip: true, from: [600, 610] })
  )
}

const upperTop =
  "M560 232C470 236 442 340 446 450C448 520 460 580 472 640C540 560 660 560 732 636C744 580 758 520 752 430C742 310 660 228 560 232z"

function slipperTop(s: Sheet, felt: string): string {
  const bed =
    "M558 220C458 224 428 336 432 452C436 576 474 656 476 764C478 908 512 1002 600 1002C688 1002 722 908 726 764C730 648 776 566 766 428C754 298 664 214 558 220z"
  const heel =
    "M472 640C480 690 484 720 486 764C488 900 522 984 600 984C678 984 710 900 714 764C716 720 724 690 732 636C752 700 740 780 736 830C726 950 680 1006 600 1006C520 1006 474 950 466 830C462 770 456 700 472 640z"
  return (
    cast(bed, 1) +
    solid(s, bed, shade(felt, -0.12), { edge: 8 }) +
    fill(
      "M490 640C540 580 660 580 712 640C716 720 706 880 690 930C650 986 550 986 512 930C494 880 488 720 490 640z",
      s.linear([shade(felt, -0.45), shade(felt, -0.1), shade(felt, 0.1)]),
    ) +
    solid(s, heel, felt, { angle: 70, edge: 12 }) +
    solid(s, upperTop, felt, { angle: 55, edge: 14 }) +
    folds(s, upperTop, ["M520 420C570 400 640 400 690 420"], 26, 0.5) +
    stitches("M478 624C540 546 660 546 726 622", shade(felt, 0.55), 5, 15, 0.9) +
    dots(s, bed, 8, 1.3, "#fffaf0", 0.14)
  )
}

function slippers(s: Sheet, felt: string): string {
  return (
    place(slipperTop(s, felt), 390, 612, { turn: -5, from: [600, 610] }) +
    place(slipperTop(s, felt), 810, 600, { turn: 5, flip: true, from: [600, 610] })
  )
}

function slipperPair(s: Sheet): string {
  return surface(s) + slippers(s, "#85858a")
}

function slipperProfile(s: Sheet): string {
  const felt = "#85858a"
  const upper =
    "M206 812C190 740 196 680 214 648C236 624 270 632 300 660C380 720 480 700 560 640C640 590 760 580 860 640C960 690 1010 750 1006 816C760 846 420 846 206 812z"
  return (
    stage(s) +
    contact(s, 600, 872, 420) +
    solid(s, "M198 800C420 836 800 836 1014 802C1020 830 1016 856 996 866H226C204 856 194 828 198 800z", "#a98a66", {
      angle: 85,
      edge: 6,
    }) +
    solid(s, "M300 660C380 620 500 600 560 640C480 700 380 720 300 660z", shade(felt, -0.42), { edge: 0 }) +
    solid(s, upper, felt, { angle: 62, depth: 1.1, edge: 16 }) +
    folds(s, upper, ["M640 640C690 680 720 720 730 780", "M320 690C330 740 330 780 326 810"], 22, 0.6) +
    dots(s, upper, 8, 1.4, "#fffaf0", 0.2) +
    stitches("M214 660C236 640 268 646 296 674C380 738 490 716 570 654", shade(felt, 0.6), 6, 16, 0.9) +
    times(34, (i) =>
      stroke(`M${222 + i * 23.4} ${812 + Math.sin((i / 33) * Math.PI) * 22}l10 -26`, shade(felt, 0.6), 5, 0.85),
    )
  )
}

function slipperRug(s: Sheet): string {
  const rug = box(80, 120, 1040, 960, 12)
  const zigzag = times(5, (r) =>
    stroke(
      `M90 ${240 + r * 180}${times(13, (i) => `L${90 + (i + 1) * 79} ${240 + r * 180 + (i % 2 ? 0 : 60)}`)}`,
      r % 2 ? "#b98d78" : "#8f8478",
      18,
      0.4,
    ),
  )
  const trio = ["#d8cbb3", "#85858a", "#74505c"]
    .map((felt, i) =>
      place(slippers(s, felt), 330 + i * 270, 380 + i * 220, { scale: 0.42, turn: -8 + i * 7, from: [600, 610] }),
    )
    .join("")
  return (
    surface(s, oak) +
    times(8, (i) => stroke(`M0 ${i * 160 + 40}H1200`, shade(oak, -0.4), 4, 0.5)) +
    cast(rug, 0.6) +
    solid(s, rug, "#e7ddcb", { edge: 10 }) +
    s.clip(rug, zigzag) +
    knit(s, rug, 12, 0.8) +
    times(60, (i) => stroke(`M${94 + i * 17.2} 1080v30M${94 + i * 17.2} 120v-30`, "#efe7d6", 5)) +
    trio
  )
}
