import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, surface } from "./light"
import { dots } from "./material"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const mouse = [above, profile, onMat]

const pale = "#e6e2d9"
const outline =
  "M600 190C720 190 790 270 800 420C806 520 786 600 790 700C794 880 740 1010 600 1010C460 1010 406 880 410 700C414 600 394 520 400 420C410 270 480 190 600 190z"

/** The mouse from above, around 600, 600. */
function body(s: Sheet): string {
  const side = "M402 480C396 560 414 620 410 720C418 700 430 660 430 600C430 540 420 500 402 480z"
  return (
    solid(s, outline, pale, { angle: 50, depth: 0.9, edge: 20 }) +
    fill(side, shade(pale, -0.3), 0.6) +
    `<g transform="translate(1200 0) scale(-1 1)">${fill(side, shade(pale, -0.45), 0.6)}</g>` +
    stroke("M600 192V540M404 560C480 600 720 600 796 560", shade(pale, -0.4), 5, 0.7) +
    stroke("M604 194V540M406 566C480 606 720 606 794 566", "#ffffff", 3, 0.6) +
    fill(box(566, 282, 68, 166, 34), "#4a4743") +
    solid(s, box(576, 294, 48, 142, 24), "#8a857c", { angle: 10, edge: 5 }) +
    times(9, (i) => fill(box(576, 306 + i * 14, 48, 5, 2), "#3a3733", 0.55)) +
    fill(oval(600, 490, 7), "#7fae6a") +
    glow(s, 530, 760, 90, 190, 0.6) +
    solid(s, box(414, 610, 14, 70, 7), shade(pale, -0.25), { edge: 2 })
  )
}

function above(s: Sheet): string {
  return `${surface(s)}<g transform="rotate(14 600 600)">${cast(outline, 1.9)}${body(s)}</g>`
}

function profile(s: Sheet): string {
  const hump =
    "M170 840C150 740 210 640 330 580C470 510 640 520 780 590C900 650 1000 730 1030 800C1040 830 1030 846 1010 850H196C180 850 174 846 170 840z"
  const lower =
    "M166 806C340 780 560 770 740 740C860 724 960 740 1012 766C1030 790 1040 820 1034 838Q1030 852 1010 852H190Q170 852 168 836z"
  return (
    stage(s) +
    contact(s, 600, 872, 430) +
    fill(box(230, 846, 150, 24, 8) + box(820, 846, 130, 24, 8), "#2f2d2b") +
    solid(s, hump, pale, { angle: 65, edge: 16 }) +
    solid(s, lower, shade(pale, -0.16), { angle: 80, edge: 6 }) +
    stroke("M640 536C760 580 900 660 980 742", shade(pale, -0.4), 4, 0.7) +
    solid(s, "M820 606C840 570 890 580 900 620L886 652z", "#6f6a62", { edge: 5 }) +
    solid(s, "M420 662C500 640 560 634 610 640L604 690C560 690 500 696 430 712z", shade(pale, -0.3), { edge: 5 }) +
    solid(s, "M626 642C690 648 730 660 760 680L730 716C700 700 660 692 620 690z", shade(pale, -0.3), { edge: 5 }) +
    dots(s, "M240 800C300 760 420 740 520 740L500 830H250z", 13, 2.5, "#5a554d", 0.4) +
    glow(s, 440, 600, 190, 40, 0.7, "#fffaf0", -18)
  )
}

function onMat(s: Sheet): string {
  const mat = box(90, 130, 1020, 940, 30)
  const track = "M200 930C260 640 480 840 560 640C620 480 520 330 700 300C860 280 900 400 880 520"
  return `${surface(s)}<g transform="rotate(-3 600 600)">${cast(mat, 0.5)}${solid(s, mat, "#3f4347", { edge: 5 })}${dots(s, mat, 11, 1.5, "#ffffff", 0.1)}${stitches(box(104, 144, 992, 912, 22), "#7d8489", 5, 12)}${rim(s, mat, 6)}</g>${stroke(track, "#e8dfcf", 6, 0.16)}${times(6, (i) => stroke(track, "#e8dfcf", 26 + i * 22, 0.022))}${place(cast(outline, 2.4) + body(s), 850, 620, { scale: 0.52, turn: 16, from: [600, 560] })}`
}
