import { shade } from "./colour"
import { cast, contact, rim, soft, solid, stage, surface, tube } from "./light"
import { ash, graphite, metal, wood } from "./material"
import { box, fill, oval, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const turntable = [above, fromSide, needle]

const rust = "#b3593a"

function above(s: Sheet): string {
  const plinth = box(110, 200, 980, 800, 34)
  return (
    surface(s) +
    cast(plinth, 1.3) +
    wood(s, plinth, ash, { x: 110, y: 200, width: 980, height: 800 }, 6, 12) +
    cast(oval(500, 600, 352), 0.5) +
    metal(s, oval(500, 600, 352), "#bdbab4", 50) +
    record(s, 500, 600, 338) +
    arm(s) +
    solid(s, oval(976, 896, 42), "#3f3d3c", { edge: 6 }) +
    stroke("M976 862V884", "#e8e2d6", 5) +
    fill(oval(860, 920, 6), "#e9a44c")
  )
}

function record(s: Sheet, x: number, y: number, r: number): string {
  const wedge = (angle: number) =>
    `<g transform="rotate(${angle} ${x} ${y})">${fill(
      `M${x} ${y}L${x - r * 0.2} ${y - r}H${x + r * 0.2}z`,
      s.radial(
        [
          ["#ffffff", 0.2, 0],
          ["#ffffff", 1, 0.22],
        ],
        0.5,
        1,
        1,
      ),
    )}</g>`
  return (
    fill(oval(x, y, r), s.linear(["#34302f", "#1d1b1b"], 50)) +
    times(22, (i) =>
      stroke(oval(x, y, r * (0.42 + i * 0.0258)), "#ffffff", i % 7 === 3 ? 3 : 1.2, i % 7 === 3 ? 0.1 : 0.07),
    ) +
    s.clip(oval(x, y, r), wedge(-38) + wedge(142) + wedge(-52) + wedge(128)) +
    solid(s, oval(x, y, r * 0.33), rust, { edge: 3 }) +
    stroke(oval(x, y, r * 0.24), "#f4e7d2", 3, 0.6) +
    fill(box(x - r * 0.12, y - r * 0.18, r * 0.24, 6, 3), "#f4e7d2", 0.8) +
    metal(s, oval(x, y, 13), "#cfcac2", 60)
  )
}

function arm(s: Sheet): string {
  const tubeLine = "M940 370L900 700L772 830"
  return (
    `<g transform="translate(14 22)">${soft(tubeLine, "#000000", 22, 0.4)}</g>` +
    cast(oval(944, 360, 74), 0.5) +
    solid(s, oval(944, 360, 74), "#4a4746", { edge: 8 }) +
    metal(s, oval(944, 360, 46), "#c9c4bc", 50) +
    `<g transform="rotate(-7 944 290)">${tube(s, box(908, 232, 76, 74, 12), "#3d3b3a")}</g>` +
    stroke("M948 300L900 700L772 830", "#4d4a48", 17) +
    stroke("M945 300L897 698L770 828", "#f2ede4", 5, 0.75) +
    `<g transform="rotate(45 766 836)">${solid(s, box(738, 800, 56, 96, 8), graphite, { edge: 5 })}${fill(box(750, 866, 32, 22, 4), rust)}</g>` +
    solid(s, oval(944, 360, 18), "#e2ddd3", { edge: 4 })
  )
}

function fromSide(s: Sheet): string {
  const lid = box(170, 640, 900, 132, 12)
  return (
    stage(s, 0.7) +
    contact(s, 620, 958, 460) +
    `<g transform="rotate(-34 176 776)">${fill(
      lid,
      s.linear(
        [
          ["#9fb0ae", 0, 0.5],
          ["#ffffff", 0.4, 0.34],
          ["#8fa09e", 1, 0.55],
        ],
        90,
      ),
    )}${rim(s, lid, 8)}${stroke("M190 656H1050", "#ffffff", 5, 0.8)}</g>` +
    tube(s, box(300, 742, 560, 34, 8), "#c6c2ba") +
    fill(box(300, 738, 560, 8, 4), "#262423") +
    metal(s, box(566, 716, 12, 26, 4), "#d5d0c7") +
    tube(s, box(912, 690, 70, 90, 8), "#4a4746") +
    metal(s, box(920, 664, 54, 30, 6), "#c9c4bc") +
    stroke("M700 716L948 678", "#45423f", 14) +
    stroke("M700 712L948 674", "#f2ede4", 4, 0.7) +
    tube(s, box(962, 650, 92, 52, 10), "#3d3b3a", { angle: 90 }) +
    solid(s, "M676 706H734V724H716V738H690V724H676z", graphite, { edge: 3 }) +
    wood(s, box(150, 776, 940, 126, 12), ash, { x: 150, y: 776, width: 940, height: 126 }, 6, 9) +
    [230, 930].map((x) => tube(s, box(x, 902, 90, 56, 12), "#3a3736")).join("") +
    fill(oval(1030, 840, 14), "#3a3736")
  )
}

function needle(s: Sheet): string {
  const disc = oval(260, 1260, 1010)
  const headshell = "M700 150L960 96L1010 420L962 640L760 672L684 480z"
  return (
    surface(s, shade(s.ground, -0.06)) +
    cast(disc, 1.4) +
    fill(disc, s.linear(["#4a4543", "#1b1918"], 40)) +
    times(46, (i) =>
      stroke(oval(260, 1260, 420 + i * 12.6), "#ffffff", i % 9 === 4 ? 5 : 2, i % 9 === 4 ? 0.12 : 0.08),
    ) +
    s.clip(
      disc,
      fill(
        "M260 1260L420 160L680 200z",
        s.radial(
          [
            ["#ffffff", 0.1, 0],
            ["#ffffff", 1, 0.26],
          ],
          0,
          1,
          1.1,
        ),
      ) +
        fill(
          "M260 1260L1300 700L1300 900z",
          s.radial(
            [
              ["#ffffff", 0.1, 0],
              ["#ffffff", 1, 0.16],
            ],
            0,
            1,
            1.1,
          ),
        ),
    ) +
    solid(s, oval(260, 1260, 380), rust, { edge: 4 }) +
    stroke(oval(260, 1260, 300), "#f4e7d2", 5, 0.5) +
    rim(s, disc, 8, 0.8) +
    `<g transform="translate(-250 90)">${cast(`${headshell}M790 640L760 760L880 760L900 640z`, 1.3, 1.2)}${tube(s, "M838 -60L900 -60L880 130L800 140z", "#56524f", { angle: 8 })}${solid(s, headshell, "#3f3c3b", { angle: 30, edge: 12 })}` +
    `${stroke("M822 215L846 395", "#1d1b1a", 34)}${stroke("M822 215L846 395", "#55504d", 4, 0.6)}` +
    `${[
      [826, 240],
      [842, 366],
    ]
      .map(
        ([x = 0, y = 0]) =>
          metal(s, oval(x, y, 22), "#d3cec6", 50) + stroke(`M${x - 13} ${y + 5}L${x + 13} ${y - 5}`, "#3a3634", 5),
      )
      .join("")}` +
    `${solid(s, "M752 480L946 452L930 690L800 706z", rust, { angle: 30, edge: 8 })}${metal(s, "M846 700L874 696L862 790L852 792z", "#d8d3ca", 0)}${fill(oval(857, 796, 6), "#f6efe0")}</g>`
  )
}
