import { shade } from "./colour"
import { cast, contact, rim, solid, stage, surface, tube } from "./light"
import { beech, glass, metal, oak, steel, wood } from "./material"
import { steam, sunlitWall, table } from "./scene"
import { box, fill, oval, place, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const kettle = [hero, above, pouring]

const spoutLine = "M420 780C300 790 300 640 296 540C292 450 270 420 214 412"

/** The kettle from the side, standing on y 920, spout to the left. */
function body(s: Sheet, base = true): string {
  const pot =
    "M452 480C470 470 730 470 748 480C780 600 820 740 826 850Q826 872 804 872H396Q374 872 374 850C380 740 420 600 452 480z"
  const handle = "M752 520C880 500 940 560 936 650C932 730 880 790 822 800"
  return (
    (base
      ? tube(s, "M360 872H840L856 910Q856 920 844 920H356Q344 920 344 910z", "#3a3836") +
        fill(oval(600, 898, 9), "#e9a44c")
      : "") +
    stroke(handle, "#4a4644", 30) +
    wood(
      s,
      "M790 500C900 490 962 560 956 650C952 710 926 756 890 786L862 762C892 736 912 700 914 648C918 580 872 534 796 540z",
      beech,
      { x: 790, y: 490, width: 170, height: 300 },
      5,
    ) +
    stroke(spoutLine, shade(steel, -0.45), 44) +
    stroke(spoutLine, steel, 36) +
    `<g transform="translate(-6 -5)">${stroke(spoutLine, "#f4f2ee", 9, 0.85)}</g>` +
    metal(s, oval(208, 412, 12, 20), steel, 90) +
    metal(s, pot, steel) +
    rim(s, pot, 8, 0.7) +
    fill("M374 836H826V850Q826 872 804 872H396Q374 872 374 850z", "#2a2725", 0.14) +
    metal(s, "M446 484C470 452 730 452 754 484L750 500H450z", shade(steel, 0.1)) +
    tube(s, "M500 462C510 430 690 430 700 462z", steel) +
    tube(s, box(586, 400, 28, 40, 8), "#4a4644") +
    wood(s, oval(600, 386, 42, 30), beech, { x: 558, y: 356, width: 84, height: 60 }, 4)
  )
}

function hero(s: Sheet): string {
  return stage(s) + contact(s, 600, 940, 290) + place(body(s), 610, 942)
}

function above(s: Sheet): string {
  const rimOval = oval(620, 600, 300)
  const handle = "M880 520H1110a26 26 0 0 1 26 26v108a26 26 0 0 1 -26 26H880z"
  return (
    surface(s) +
    cast(oval(620, 600, 336) + box(870, 560, 260, 80, 26), 1.5) +
    solid(s, oval(620, 600, 336), "#3a3836", { edge: 8 }) +
    `<g transform="translate(14 22)">${stroke("M350 600C260 600 200 590 90 560", "#1a1411", 44, 0.2)}</g>` +
    stroke("M360 600C260 600 200 590 90 560", shade(steel, -0.4), 44) +
    stroke("M360 600C260 600 200 590 90 560", steel, 34) +
    `<g transform="translate(0 -9)">${stroke("M360 600C260 600 200 590 90 560", "#f4f2ee", 8, 0.8)}</g>` +
    wood(s, handle.replace("520", "546").replace("680", "654"), beech, { x: 880, y: 520, width: 260, height: 160 }, 6) +
    metal(s, rimOval, steel, 40) +
    rim(s, rimOval, 10) +
    metal(s, oval(620, 600, 226), shade(steel, 0.15), 220) +
    rim(s, oval(620, 600, 226), 7) +
    fill(
      oval(620, 600, 120),
      s.linear(
        [
          ["#ffffff", 0, 0.5],
          ["#8d8b87", 1, 0.5],
        ],
        50,
      ),
    ) +
    cast(oval(620, 600, 62), 0.8) +
    wood(s, oval(620, 600, 62), beech, { x: 558, y: 538, width: 124, height: 124 }, 8) +
    fill(oval(440, 600, 7), "#3a3836")
  )
}

function pouring(s: Sheet): string {
  const cone = "M300 640H560L470 790H390z"
  const jug = "M330 812H530C560 860 590 900 590 950Q590 972 566 972H294Q270 972 270 950C270 900 300 860 330 812z"
  return (
    sunlitWall(s, 420, -40) +
    table(s, 972, oak) +
    contact(s, 430, 976, 240) +
    wood(s, box(210, 560, 26, 420, 8), oak, { x: 210, y: 560, width: 26, height: 420 }, 4) +
    wood(s, box(624, 560, 26, 420, 8), oak, { x: 624, y: 560, width: 26, height: 420 }, 6) +
    fill(
      "M272 920C272 900 276 890 284 876H576C584 890 588 906 590 930V950Q590 972 566 972H294Q270 972 270 950z",
      s.linear(["#5b3a25", "#2f1c11"]),
    ) +
    glass(s, jug) +
    stroke("M430 790V880", "#4a2d1a", 6, 0.8) +
    solid(s, cone, "#efe9dd", { angle: 10, edge: 8 }) +
    solid(s, box(286, 628, 288, 26, 12), "#efe9dd", { edge: 6 }) +
    fill(oval(430, 632, 118, 9), "#3d281a") +
    wood(s, box(196, 640, 468, 30, 10), oak, { x: 196, y: 640, width: 468, height: 30 }, 8) +
    stroke("M434 424C424 480 430 560 430 632", "#dfe8e8", 9, 0.8) +
    stroke("M431 424C421 480 427 560 427 632", "#ffffff", 3, 0.9) +
    steam(330, 620, 0.7) +
    place(body(s, false), 782, 493, { scale: 0.72, turn: -24, from: [600, 700] })
  )
}
