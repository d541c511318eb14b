import { shade } from "./colour"
import { button, cloth, hem } from "./garments"
import { cast, contact, folds, rim, soft, solid, stage, surface, tube } from "./light"
import { beech, brass, metal, oak, twill, wood } from "./material"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const choreJacket = [choreFlat, choreHung, chorePocket]
export const raincoat = [coatFlat, coatHung, coatDetail]

const blue = "#52698a"
const yellow = "#d6a83a"

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
    `<g transform="translate(20 24)">${soft(straps, "#2a1d14", 22, 0.3)}</g>` +
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

const coatBody =
  "M470 330C420 350 380 370 350 400C340 560 330 760 296 1040C480 1090 720 1090 904 1040C870 760 860 560 850 400C820 370 780 350 730 330z"
const hood = "M440 350C410 220 470 110 600 106C730 110 790 220 760 350C720 400 660 420 600 424C540 420 480 400 440 350z"

function coatFlat(s: Sheet): string {
  return surface(s) + place(coat(s), 600, 610, { from: [600, 600] })
}

function coat(s: Sheet, height = 1): string {
  const left = "M350 400C290 430 260 500 240 590L150 900C180 930 226 946 270 944L350 680z"
  const right = "M850 400C910 430 940 500 960 590L1050 900C1020 930 974 946 930 944L850 680z"
  const pocket = (x: number) =>
    cast(box(x, 776, 150, 56, 10), 0.16) +
    solid(s, box(x, 776, 150, 56, 10), shade(yellow, 0.06), { edge: 5 }) +
    button(s, x + 75, 808, 10, "#4a4538")
  const flap = "M574 400H640V1070Q606 1078 574 1076z"
  return (
    [left, right]
      .map((d, i) =>
        cloth(
          s,
          d,
          shade(yellow, i ? -0.06 : 0),
          [i ? "M900 560C930 680 960 780 980 900" : "M300 560C270 680 240 780 220 900"],
          { height },
        ),
      )
      .join("") +
    hem("M164 850C196 876 240 890 284 886M1036 850C1004 876 960 890 916 886", yellow) +
    cloth(
      s,
      coatBody,
      yellow,
      [
        "M420 520C410 700 380 880 370 1040",
        "M780 520C790 700 820 880 830 1040",
        "M520 760C510 880 500 980 490 1060",
        "M700 700C716 840 716 960 724 1060",
      ],
      { height: height * 0.8, width: 30 },
    ) +
    soft("M420 440C410 560 400 660 384 780", "#fffaf0", 30, 0.3) +
    hem("M302 1010C480 1058 720 1058 898 1010", yellow) +
    cast(flap, 0.15) +
    solid(s, flap, shade(yellow, 0.04), { depth: 0.6, edge: 5 }) +
    times(5, (i) => button(s, 606, 480 + i * 118, 15, "#4a4538")) +
    pocket(376) +
    pocket(676) +
    cloth(s, hood, yellow, ["M480 300C470 220 510 160 560 130", "M724 300C730 220 690 160 640 130"], { height: 0.5 }) +
    fill(
      "M490 330C480 230 530 176 600 174C670 176 720 230 710 330C670 380 640 396 600 398C560 396 530 380 490 330z",
      s.linear(["#6b5420", "#8c7030", "#54421a"]),
    ) +
    rim(
      s,
      "M490 330C480 230 530 176 600 174C670 176 720 230 710 330C670 380 640 396 600 398C560 396 530 380 490 330z",
      8,
      0.6,
    ) +
    stroke("M552 398C548 440 540 470 544 520", "#efe6cf", 8) +
    stroke("M652 398C658 440 664 460 660 500", "#efe6cf", 8) +
    [
      [544, 524],
      [660, 504],
    ]
      .map(([x = 0, y = 0]) => tube(s, box(x - 9, y, 18, 34, 8), "#4a4538"))
      .join("")
  )
}

function coatHung(s: Sheet): string {
  const drops = times(46, (i) => {
    const side = i % 2 ? 1 : -1
    const [x, y] = [560 + side * (120 + ((i * 37) % 120)), 500 + ((i * 61) % 190)]
    return fill(oval(x, y, 5 + (i % 3) * 2), "#fffdf6", 0.55) + fill(oval(x + 2, y + 3, 4), "#8a6a1c", 0.35)
  })
  const umbrella = "M930 360C955 380 968 560 960 900L936 960L912 900C904 560 905 380 930 360z"
  return (
    stage(s, 0.92) +
    wood(s, box(120, 170, 960, 54, 8), oak, { x: 120, y: 170, width: 960, height: 54 }, 3) +
    [320, 560, 940].map((x) => solid(s, oval(x, 198, 24), beech)).join("") +
    contact(s, 560, 1120, 220, 0.25) +
    `<g transform="translate(34 30)">${soft("M400 330L560 240L720 330L820 960H320z", "#2a1d14", 60, 0.24, true)}</g>` +
    place(coat(s, 0.4), 560, 232, { from: [600, 110], scale: 0.86 }) +
    drops +
    solid(s, oval(560, 194, 24), beech) +
    `<g transform="translate(18 26)">${soft(umbrella, "#2a1d14", 26, 0.3, true)}</g>` +
    stroke("M930 360V290C930 180 990 180 990 240", shade(oak, -0.3), 22) +
    stroke("M930 360V290C930 180 990 180 990 240", oak, 16) +
    solid(s, umbrella, "#39424d", { angle: 10 }) +
    folds(s, umbrella, ["M924 400C918 600 920 760 926 940", "M942 400C950 600 950 760 942 940"], 10) +
    stroke("M908 520C930 540 944 536 966 520", "#d8cdb6", 9) +
    metal(s, box(930, 950, 12, 60, 5), "#a9a9a6", 0)
  )
}

function coatDetail(s: Sheet): string {
  return `${fill(box(0, 0, 1200, 1200), shade(s.ground, -0.03)) + surface(s)}<g transform="translate(-840 -420) scale(2.4)">${coat(s)}</g>`
}
