import { shade } from "./colour"
import { button, cloth, hem } from "./garments"
import { cast, folds, soft, solid, stage, surface, tube } from "./light"
import { beech, brass, metal, twill, wood } from "./material"
import { box, fill, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const choreJacket = [choreFlat, choreHung, chorePocket]

const blue = "#52698a"

function patchPocket(s: Sheet, x: number, y: number, w: number, h: number): string {
  const outline = `M${x} ${y}h${w}v${h - 40}l-30 40h${60 - w}l-30 -40z`
  return (
    cast(outline, 0.18) +
    solid(s, outline, shade(blue, 0.04), { depth: 0.6, edge: 5 }) +
    twill(s, outline, 7, 0.12) +
    stitches(
      `M${x + 8} ${y + 18}h${w - 16}M${x + 9} ${y + 4}v${h - 48}l28 34h${w - 74}l28 -34v${48 - h}`,
      shade(blue, 0.5),
      2.5,
      7,
    )
  )
}

/** The chore jacket with its arms down. */
function chore(s: Sheet, height = 1): string {
  const body =
    "M490 250C440 270 392 286 352 306C346 430 366 540 368 660C370 800 364 900 362 990H838C836 900 830 800 832 660C834 540 854 430 848 306C808 286 760 270 710 250z"
  const left = "M352 306C296 336 268 400 252 500L186 930C216 956 262 968 306 964L368 600C374 490 366 390 352 306z"
  const right = "M848 306C904 336 932 400 948 500L1014 930C984 956 938 968 894 964L832 600C826 490 834 390 848 306z"
  const collarLeft = "M500 236C462 262 448 310 450 372L560 420C590 370 598 330 600 296C560 290 520 270 500 236z"
  const collarRight = "M700 236C738 262 752 310 750 372L640 420C610 370 602 330 600 296C640 290 680 270 700 236z"
  return (
    [left, right]
      .map(
        (d, i) =>
          cloth(
            s,
            d,
            shade(blue, i ? -0.05 : 0),
            [
              i ? "M900 480C920 620 930 740 950 880" : "M300 480C280 620 270 740 250 880",
              i ? "M846 640C880 660 920 650 950 620" : "M354 640C320 664 280 650 250 620",
            ],
            { height },
          ) + twill(s, d, 7, 0.1),
      )
      .join("") +
    hem("M196 872C226 898 270 910 314 904M1004 872C974 898 930 910 886 904", blue) +
    cloth(s, body, blue, ["M420 420C430 560 410 700 424 960", "M790 420C780 560 800 720 786 960"], {
      height: height * 0.8,
    }) +
    twill(s, body, 7, 0.1) +
    hem("M364 962H836", blue) +
    stroke("M352 306C346 430 362 520 366 600M848 306C854 430 838 520 834 600", shade(blue, -0.4), 4, 0.5) +
    soft("M366 420C372 520 372 560 370 640M834 420C828 520 828 560 830 640", "#dfe6ee", 9, 0.3) +
    fill("M600 300H640V990H600z", shade(blue, 0.03)) +
    hem("M644 410V988", blue, -8, 0) +
    stroke("M600 300V990", shade(blue, -0.45), 4, 0.6) +
    patchPocket(s, 400, 720, 170, 200) +
    patchPocket(s, 668, 720, 140, 200) +
    patchPocket(s, 676, 470, 120, 130) +
    times(5, (i) => button(s, 622, 446 + i * 122, 15, "#3f4a5c")) +
    fill(
      "M500 236C540 214 660 214 700 236C680 270 640 290 600 296C560 290 520 270 500 236z",
      s.linear([shade(blue, -0.3), shade(blue, -0.5)]),
    ) +
    fill(box(578, 232, 44, 28, 3), "#efe9dd") +
    [collarLeft, collarRight]
      .map((d) => cast(d, 0.3) + solid(s, d, shade(blue, 0.08), { depth: 0.8, edge: 7 }) + twill(s, d, 7, 0.12))
      .join("") +
    stitches(
      "M466 330L470 362L552 398C576 360 584 330 588 308M734 330L730 362L648 398C624 360 616 330 612 308",
      shade(blue, 0.5),
      2.5,
      7,
    )
  )
}

function choreFlat(s: Sheet): string {
  return surface(s) + place(chore(s), 600, 610, { from: [600, 616], turn: 2, scale: 1.02 })
}

function choreHung(s: Sheet): string {
  const tote = "M800 560H1040L1064 930Q1064 950 1044 950H796Q776 950 776 930z"
  const straps = "M850 570C850 400 880 330 920 300C960 330 990 400 990 570"
  const hook = (x: number) =>
    cast(box(x - 22, 150, 44, 90, 10), 0.5) +
    metal(s, box(x - 22, 150, 44, 90, 10), brass, 20) +
    metal(
      s,
      `M${x - 10} 220C${x - 10} 290 ${x + 34} 290 ${x + 34} 250H${x + 18}C${x + 18} 270 ${x + 6} 266 ${x + 8} 220z`,
      brass,
      30,
    )
  return (
    stage(s, 1) +
    wood(s, box(60, 164, 1080, 62, 8), beech, { x: 60, y: 164, width: 1080, height: 62 }, 3) +
    hook(420) +
    place(chore(s, 1), 420, 256, { from: [600, 250], scale: 0.86 }) +
    metal(s, "M408 236C408 300 450 296 452 262H436C436 276 424 276 426 236z", brass, 30) +
    `<g transform="translate(20 24)">${soft(straps, "#000000", 22, 0.3)}</g>` +
    hook(920) +
    stroke(straps, "#d9cdb4", 22) +
    stitches(straps, "#b5a686", 2.5, 8) +
    cloth(s, tote, "#e6dcc6", ["M850 580C850 700 830 820 836 940", "M980 580C980 720 1010 820 1000 940"], {
      height: 0.9,
    }) +
    twill(s, tote, 8, 0.2) +
    hem("M802 586H1038", "#e6dcc6")
  )
}

function chorePocket(s: Sheet): string {
  const all = box(-20, -20, 1240, 1240)
  const rule = (x: number, turn: number) =>
    `<g transform="rotate(${turn} ${x} 700)">${wood(s, box(x, 180, 74, 560, 6), "#dfc07f", { x, y: 180, width: 74, height: 560 }, 3)}${times(34, (i) => stroke(`M${x + 74} ${196 + i * 16}h${i % 5 ? -16 : -30}`, "#5c4a2a", 2.5, 0.8))}</g>`
  const pencil = `<g transform="rotate(8 760 700)">${tube(s, box(740, 240, 44, 500), "#c4713c")}${fill("M740 240L762 150L784 240z", "#e6cfa6")}${fill("M754 184L762 150L770 184z", "#3a3634")}</g>`
  const pocket = "M200 500H960V960L840 1090H320L200 960z"
  return (
    fill(all, s.linear([shade(blue, 0.12), blue, shade(blue, -0.14)], 60)) +
    twill(s, all, 11, 0.11) +
    folds(s, all, ["M80 -20C120 300 60 700 110 1220", "M1090 -20C1060 400 1130 800 1080 1220"], 40) +
    rule(420, -4) +
    rule(508, 1) +
    pencil +
    cast(pocket, 0.5) +
    solid(s, pocket, shade(blue, 0.03), { depth: 0.7, edge: 10 }) +
    twill(s, pocket, 11, 0.12) +
    folds(s, pocket, ["M400 520C420 700 400 900 420 1060", "M780 520C770 700 800 880 780 1060"], 30, 0.5) +
    soft("M204 512H956", "#dfe6ee", 16, 0.3) +
    [0, 26]
      .map((d) =>
        stitches(
          `M${216 + d} ${560}V${954 - d * 0.4}L${328 + d * 0.4} ${1074 - d}H${832 - d * 0.4}L${944 - d} ${954 - d * 0.4}V560`,
          shade(blue, 0.55),
          4,
          13,
        ),
      )
      .join("") +
    stitches("M206 556H954", shade(blue, 0.55), 4, 13)
  )
}
