import { shade } from "./colour"
import { cloth, rivet } from "./garments"
import { cast, folds, glow, rim, solid, surface } from "./light"
import { metal, twill } from "./material"
import { box, fill, oval, stitches, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const jeans = [flat, folded, detail]

const indigo = "#384660"
const thread = "#c98d4f"

function denim(s: Sheet, outline: string, lines: string[] = [], height = 0.8): string {
  return cloth(s, outline, indigo, lines, { height, strength: 0.8 }) + twill(s, outline, 7, 0.12)
}

function flat(s: Sheet): string {
  const left = "M392 160L376 420C360 640 352 860 352 1070C410 1084 490 1084 552 1074L596 520L600 160z"
  const right = "M808 160L824 420C840 640 848 860 848 1070C790 1084 710 1084 648 1074L604 520L600 160z"
  const band = "M390 118C520 134 680 134 810 118L814 182C680 200 520 200 386 182z"
  return (
    surface(s) +
    `<g transform="rotate(3 600 600)">` +
    denim(s, left, [
      "M440 460C430 640 440 820 430 1050",
      "M560 420C540 440 500 450 450 440",
      "M580 480C540 520 500 530 440 520",
    ]) +
    denim(s, right, ["M760 460C770 640 760 820 770 1050", "M640 420C660 440 700 450 750 440"]) +
    glow(s, 450, 620, 70, 260, 0.36, "#8fa0bb") +
    glow(s, 750, 620, 70, 260, 0.36, "#8fa0bb") +
    stitches("M600 190V520M364 1046C420 1058 490 1058 550 1050M836 1046C780 1058 710 1058 650 1050", thread, 3, 9) +
    stitches("M600 210H632C640 300 636 380 604 430", thread, 3, 9) +
    stitches("M390 240C440 300 500 300 520 196M810 240C760 300 700 300 680 196", thread, 3, 9) +
    fill("M386 186L384 236C440 290 492 290 508 194z", shade(indigo, -0.2), 0.5) +
    fill("M814 186L816 236C760 290 708 290 692 194z", shade(indigo, -0.2), 0.5) +
    fill("M394 122C520 138 680 138 806 122C760 104 440 104 394 122z", shade(indigo, -0.5)) +
    denim(s, band, [], 0.2) +
    stitches("M392 130C520 146 680 146 808 130M388 172C520 188 680 188 812 172", thread, 3, 9) +
    [430, 520, 680, 770]
      .map(
        (x) =>
          solid(s, box(x - 12, 112, 24, 92, 4), shade(indigo, 0.05), { edge: 4 }) +
          stitches(`M${x - 6} 122v72M${x + 6} 122v72`, thread, 2, 6),
      )
      .join("") +
    metal(s, oval(600, 162, 17), "#b9764a", 50) +
    [
      [396, 244],
      [512, 204],
      [804, 244],
      [688, 204],
    ]
      .map(([x = 0, y = 0]) => rivet(s, x, y))
      .join("") +
    `</g>`
  )
}

function folded(s: Sheet): string {
  const stack = box(330, 180, 520, 800, 20)
  const turnUp = "M338 820H842V930Q842 950 822 950H358Q338 950 338 930z"
  return (
    surface(s) +
    `<g transform="rotate(-6 600 600)">` +
    denim(s, box(346, 196, 520, 800, 24), [], 1) +
    denim(s, stack, ["M420 240C430 420 410 600 430 800", "M560 240C570 440 560 600 570 800"], 0.3) +
    glow(s, 500, 540, 110, 280, 0.3, "#8fa0bb") +
    stroke("M716 186V820", shade(indigo, -0.4), 4, 0.6) +
    stitches("M728 190V816", thread, 3, 10) +
    cast(turnUp, 0.3) +
    solid(s, turnUp, "#9aa6b6", { edge: 8 }) +
    twill(s, turnUp, 7, 0.14, "#3a4860") +
    fill(box(690, 820, 44, 130), "#efe9dd") +
    fill(box(706, 820, 8, 130), "#b5402f") +
    fill(box(718, 820, 3, 130), "#b5402f") +
    folds(s, turnUp, ["M440 830C444 870 440 910 446 944"], 16, 0.5) +
    rim(s, turnUp, 8) +
    `</g>`
  )
}

function detail(s: Sheet): string {
  const all = box(-20, -20, 1240, 1240)
  const pocket = "M250 470L850 450L862 900L560 1080L268 930z"
  const patch = box(560, 90, 420, 220, 10)
  return (
    fill(all, s.linear([shade(indigo, 0.12), indigo, shade(indigo, -0.2)], 60)) +
    twill(s, all, 12, 0.12) +
    folds(s, all, ["M1000 320C1040 600 1000 900 1060 1220", "M120 360C90 640 140 900 100 1220"], 40) +
    fill(box(-20, 60, 1240, 220), shade(indigo, 0.05)) +
    twill(s, box(-20, 60, 1240, 220), 12, 0.12) +
    stroke("M-20 62H1220M-20 280H1220", shade(indigo, -0.5), 6, 0.6) +
    stitches(
      "M-20 84H1220M-20 258H1220M-20 380C300 400 700 400 1220 350M-20 400C300 420 700 420 1220 370",
      thread,
      5,
      17,
    ) +
    cast(pocket, 0.6) +
    solid(s, pocket, shade(indigo, 0.04), { depth: 0.7, edge: 10 }) +
    twill(s, pocket, 12, 0.13) +
    glow(s, 560, 640, 300, 150, 0.3, "#8fa0bb") +
    stitches(
      "M272 520L288 918L560 1056L842 888L830 500M258 516L846 496M294 560L306 906L560 1034L824 876L814 544",
      thread,
      5,
      17,
    ) +
    stitches("M300 700C420 640 480 780 560 700C640 780 700 640 820 690", thread, 5, 17) +
    metal(s, oval(280, 494, 26), "#b9764a", 50) +
    metal(s, oval(826, 476, 26), "#b9764a", 50) +
    cast(patch, 0.3) +
    solid(s, patch, "#b98355", { edge: 8 }) +
    stitches(box(576, 106, 388, 188, 6), "#f0dcbc", 4, 13) +
    stroke("M690 200C720 160 760 160 770 200C780 240 820 240 850 200", "#6e4526", 9, 0.7) +
    [180, 1090]
      .map(
        (x) =>
          cast(box(x - 34, 30, 68, 300, 8), 0.4) +
          solid(s, box(x - 34, 30, 68, 300, 8), shade(indigo, 0.06), { edge: 8 }) +
          twill(s, box(x - 34, 30, 68, 300, 8), 12, 0.13) +
          stitches(`M${x - 18} 44v272M${x + 18} 44v272`, thread, 4, 13),
      )
      .join("")
  )
}
