import { random } from "../random"
import { shade } from "./colour"
import { button, cloth, hem } from "./garments"
import { cast, contact, folds, rim, soft, solid, stage, surface, tube } from "./light"
import { beech, metal, oak, wood } from "./material"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const raincoat = [coatFlat, coatHung, coatDetail]

const yellow = "#d6a83a"

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
    soft("M420 440C410 560 400 660 384 780", "#ffffff", 30, 0.3) +
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
  const next = random(12)
  const drops = times(44, (i) => {
    const x = 560 + (i % 2 ? 1 : -1) * (110 + next() * 130)
    const y = 470 + next() * 210
    const r = 3 + next() * 4
    return fill(oval(x, y, r), "#fffdf6", 0.5) + fill(oval(x + r * 0.3, y + r * 0.4, r * 0.6), "#8a6a1c", 0.3)
  })
  const umbrella = "M930 360C955 380 968 560 960 900L936 960L912 900C904 560 905 380 930 360z"
  return (
    stage(s, 0.92) +
    wood(s, box(120, 170, 960, 54, 8), oak, { x: 120, y: 170, width: 960, height: 54 }, 3) +
    [320, 560, 940].map((x) => solid(s, oval(x, 198, 24), beech)).join("") +
    contact(s, 560, 1120, 220, 0.25) +
    `<g transform="translate(34 30)">${soft("M400 330L560 240L720 330L820 960H320z", "#000000", 60, 0.24, true)}</g>` +
    place(coat(s, 0.4), 560, 232, { from: [600, 110], scale: 0.86 }) +
    drops +
    solid(s, oval(560, 194, 24), beech) +
    `<g transform="translate(18 26)">${soft(umbrella, "#000000", 26, 0.3, true)}</g>` +
    stroke("M930 360V290C930 180 990 180 990 240", shade(oak, -0.3), 22) +
    stroke("M930 360V290C930 180 990 180 990 240", oak, 16) +
    solid(s, umbrella, "#39424d", { angle: 10 }) +
    folds(s, umbrella, ["M924 400C918 600 920 760 926 940", "M942 400C950 600 950 760 942 940"], 10) +
    stroke("M908 520C930 540 944 536 966 520", "#d8cdb6", 9) +
    metal(s, box(930, 950, 12, 60, 5), "#a9a9a6", 0)
  )
}

function coatDetail(s: Sheet): string {
  return `${fill(box(0, 0, 1200, 1200), shade(s.ground, -0.03)) + surface(s)}<g transform="translate(-900 -1090) scale(2.6)">${coat(s)}</g>`
}
