import { shade } from "./colour"
import { button, cloth, crewNeck, foldedEdge, hanger, hem } from "./garments"
import { cast, contact, folds, rim, solid, stage, surface } from "./light"
import { oak, twill } from "./material"
import { plank } from "./scene"
import { box, fill, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const tShirt = [teeFlat, teeStack, teeHung]
export const oxfordShirt = [shirtFlat, shirtFolded, shirtDetail]

const moss = "#7b8562"
const blue = "#b4c4d6"

function tee(s: Sheet, colour: string, height = 0.8): string {
  const body =
    "M478 262C450 280 390 296 352 312C340 420 372 520 378 620C384 760 372 880 368 976C520 996 680 996 832 976C828 880 816 760 822 620C828 520 860 420 848 312C810 296 750 280 722 262C680 330 520 330 478 262z"
  const left = "M352 312C300 336 262 380 236 440L164 600C206 640 262 664 316 668L378 520C380 450 372 380 352 312z"
  const right = "M848 312C900 336 938 380 964 440L1036 600C994 640 938 664 884 668L822 520C820 450 828 380 848 312z"
  return (
    cast(body, height) +
    cloth(s, left, shade(colour, 0.02), ["M330 400C300 470 280 540 260 620"], { height }) +
    cloth(s, right, shade(colour, -0.04), ["M880 400C900 480 920 540 940 610"], { height }) +
    cloth(
      s,
      body,
      colour,
      [
        "M430 420C440 560 420 700 440 900",
        "M760 420C750 560 780 720 750 930",
        "M560 600C580 720 560 840 590 960",
        "M384 530C430 600 450 680 470 780",
        "M818 530C780 600 760 660 740 740",
        "M480 340C520 420 560 440 610 440",
      ],
      { height: 0.3, strength: 0.7 },
    ) +
    stroke("M352 312C340 420 368 480 376 540M848 312C860 420 832 480 824 540", shade(colour, -0.4), 3, 0.5) +
    stitches(
      "M370 950C520 970 680 970 830 950M176 580C216 616 270 640 322 644M1024 580C984 616 930 640 878 644",
      shade(colour, 0.35),
      2.5,
      8,
      0.6,
    ) +
    crewNeck(s, 266, colour)
  )
}

function teeFlat(s: Sheet): string {
  return surface(s) + place(tee(s, moss), 600, 620, { from: [600, 630], turn: -2, scale: 1.02 })
}

function teeStack(s: Sheet): string {
  const pile: [string, number, number][] = [
    ["#3b4350", 640, 112],
    ["#b98d78", 612, 108],
    ["#eee9df", 628, 112],
    [moss, 600, 116],
  ]
  let y = 900
  const slabs = pile
    .map(([colour, width, height], i) => {
      const slab = foldedEdge(s, 600 + (i % 2 ? 8 : -6), y, width, height, colour)
      y -= height - 4
      return slab
    })
    .join("")
  return stage(s) + plank(s, 900, { height: 54 }) + contact(s, 600, 902, 330, 0.9) + slabs
}

function teeHung(s: Sheet): string {
  return (
    stage(s, 1) +
    place(hanger(s), 600, 130, { from: [600, 120] }) +
    place(tee(s, moss, 1.5), 600, 700, { from: [600, 620] }) +
    stroke("M300 104H900", oak, 18) +
    stroke("M300 100H900", shade(oak, 0.5), 4, 0.7)
  )
}

function collar(s: Sheet, colour: string): string {
  const stand = "M500 236C540 206 660 206 700 236L690 300C640 330 560 330 510 300z"
  const left = "M498 226C476 246 462 276 456 312L522 408C556 384 584 344 600 300C560 282 520 260 498 226z"
  const right = "M702 226C724 246 738 276 744 312L678 408C644 384 616 344 600 300C640 282 680 260 702 226z"
  return (
    fill(stand, s.linear([shade(colour, -0.12), shade(colour, -0.34)])) +
    fill(box(578, 232, 44, 30, 3), "#f1ece1") +
    [left, right].map((d) => cast(d, 0.25) + solid(s, d, shade(colour, 0.08), { depth: 0.7, edge: 7 })).join("") +
    stitches(
      "M484 258C472 280 468 300 468 314L523 394C550 374 572 344 586 312M716 258C728 280 732 300 732 314L677 394C650 374 628 344 614 312",
      shade(colour, 0.6),
      2.5,
      7,
    ) +
    button(s, 520, 372, 9) +
    button(s, 680, 372, 9)
  )
}

function shirtFlat(s: Sheet): string {
  const body =
    "M500 236C450 262 400 280 362 300C350 420 366 520 372 640C376 760 366 860 362 930C440 1010 520 1020 600 1010C680 1020 760 1010 838 930C834 860 824 760 828 640C834 520 850 420 838 300C800 280 750 262 700 236z"
  const left =
    "M362 300C330 330 316 400 312 480C308 560 330 610 372 660L492 802L556 742L452 600C420 550 408 520 402 480z"
  const right =
    "M838 300C870 330 884 400 888 480C892 560 870 610 828 660L708 802L644 742L748 600C780 550 792 520 798 480z"
  const cuff = (d: string) => cast(d, 0.3) + solid(s, d, shade(blue, 0.06), { edge: 6 })
  return (
    surface(s) +
    cloth(s, body, blue, [
      "M430 860C440 900 440 940 450 980",
      "M760 860C750 900 750 940 740 980",
      "M520 600C510 720 520 820 500 960",
      "M690 600C700 700 690 800 706 960",
    ]) +
    twill(s, body, 7, 0.14) +
    fill("M574 300H626V1006Q600 1014 574 1008z", shade(blue, 0.05)) +
    hem("M574 310V1004", blue, 8, 0) +
    hem("M626 310V1004", blue, -8, 0) +
    times(6, (i) => button(s, 600, 380 + i * 104, 11)) +
    cloth(s, box(660, 440, 120, 136, 8), shade(blue, 0.05), [], { height: 0.15 }) +
    stitches("M668 466H772", shade(blue, 0.6), 2.5, 7) +
    [left, right]
      .map(
        (d) =>
          cloth(s, d, shade(blue, -0.02), [
            d === left ? "M340 440C336 560 380 640 470 740" : "M860 440C864 560 820 640 730 740",
          ]) + twill(s, d, 7, 0.12),
      )
      .join("") +
    cuff("M440 780L536 714L590 778L496 850z") +
    cuff("M760 780L664 714L610 778L704 850z") +
    button(s, 510, 800, 8) +
    button(s, 690, 800, 8) +
    collar(s, blue)
  )
}

function shirtFolded(s: Sheet): string {
  const square = box(320, 300, 560, 680, 18)
  const band = box(300, 700, 600, 120, 4)
  return (
    surface(s) +
    `<g transform="rotate(-5 600 620)">${cloth(s, box(330, 316, 560, 680, 20), shade(blue, -0.14), [], { height: 1 })}${cloth(s, square, blue, ["M400 420C380 560 400 700 380 900", "M800 420C820 560 800 700 820 900"], { height: 0.3 })}${twill(s, square, 7, 0.14)}${fill(box(570, 400, 60, 580), shade(blue, 0.06))}${hem("M570 410V978", blue, 8, 0)}${hem("M630 410V978", blue, -8, 0)}` +
    `${button(s, 600, 500, 13)}${button(s, 600, 620, 13)}${button(s, 600, 900, 13)}<g transform="translate(-60 40) scale(1.1)">${collar(s, blue)}</g>${cast(band, 0.2)}${fill(band, s.linear(["#ece3d0", "#ddd1ba"], 0))}${stroke("M520 760H680", "#8a7d66", 3, 0.6)}${rim(s, band, 5)}</g>`
  )
}

function shirtDetail(s: Sheet): string {
  const sheetOfCloth = "M-20 -20H1220V1220H-20z"
  const big = `<g transform="translate(-860 -620) scale(2.44)">${collar(s, blue)}</g>`
  return (
    fill(sheetOfCloth, s.linear([shade(blue, 0.16), blue, shade(blue, -0.12)], 60)) +
    folds(
      s,
      sheetOfCloth,
      [
        "M180 700C240 900 200 1060 260 1240",
        "M1020 640C960 860 1010 1020 960 1240",
        "M360 960C400 1060 380 1140 400 1220",
      ],
      34,
    ) +
    twill(s, sheetOfCloth, 12, 0.13) +
    fill(box(538, 120, 132, 1100), shade(blue, 0.07)) +
    hem("M538 130V1220", blue, 18, 0) +
    hem("M670 130V1220", blue, -18, 0) +
    [520, 800, 1080]
      .map((y) => stroke(`M604 ${y - 44}V${y + 44}`, shade(blue, -0.4), 7, 0.5) + button(s, 604, y, 34, "#f2ede4"))
      .join("") +
    big
  )
}
