import { shade } from "./colour"
import { cast, contact, glow, rim, soft, solid, stage, surface, tube } from "./light"
import { beech, metal, oak, steel, wood } from "./material"
import { table } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const choppingBoard = [above, againstWall, withLoaf]
export const spoon = [spoonAlone, inJar, onBowl]

const outline = box(130, 270, 940, 660, 40)

/** The board from above, around 600, 600: blocks of end grain with their rings. */
function blocks(s: Sheet): string {
  const tiles = times(70, (i) => {
    const [c, r] = [i % 10, Math.floor(i / 10)]
    const tone = [shade(oak, 0.12), oak, shade(oak, -0.14), shade(oak, -0.06), shade(oak, 0.04)][
      (c * 3 + r * 2 + ((c * r) % 3)) % 5
    ] as string
    const [x, y] = [130 + c * 94, 270 + r * 94.3 + (c % 2 ? -30 : 0)]
    const rings = times(3, (k) =>
      stroke(
        `M${x + 6} ${y + 24 + k * 24}Q${x + 47} ${y + 4 + k * 22 + ((i * 7) % 16)} ${x + 88} ${y + 26 + k * 24}`,
        shade(tone, -0.4),
        2.5,
        0.32,
      ),
    )
    return fill(box(x, y, 93, 93), tone) + rings
  })
  return (
    fill(outline, shade(oak, -0.3)) +
    s.clip(outline, times(10, (c) => fill(box(130 + c * 94, 900, 93, 40), shade(oak, c % 2 ? -0.1 : 0.06))) + tiles) +
    fill(
      outline,
      s.linear(
        [
          ["#fffaf0", 0, 0.26],
          ["#fffaf0", 0.4, 0],
          ["#1a1411", 1, 0.16],
        ],
        55,
      ),
    ) +
    rim(s, outline, 14) +
    [box(150, 500, 26, 200, 13), box(1024, 500, 26, 200, 13)]
      .map((d) => fill(d, shade(oak, -0.5), 0.75) + rim(s, d, 5))
      .join("")
  )
}

function above(s: Sheet): string {
  return `${surface(s)}<g transform="rotate(-7 600 600)">${cast(outline, 1.6)}${blocks(s)}</g>`
}

function jar(s: Sheet, x: number, y: number, size = 1): string {
  const d = `M${x - 110 * size} ${y - 270 * size}C${x - 124 * size} ${y - 160 * size} ${x - 118 * size} ${y - 60 * size} ${x - 100 * size} ${y}H${x + 100 * size}C${x + 118 * size} ${y - 60 * size} ${x + 124 * size} ${y - 160 * size} ${x + 110 * size} ${y - 270 * size}z`
  return (
    fill(oval(x, y - 270 * size, 110 * size, 20 * size), "#6e6453") +
    tube(s, d, "#dfd5c0", { depth: 0.7 }) +
    fill(
      `M${x - 106 * size} ${y - 40 * size}H${x + 106 * size}L${x + 100 * size} ${y}H${x - 100 * size}z`,
      "#b0764f",
      0.8,
    ) +
    rim(s, d, 7)
  )
}

/** A wooden spoon along x, its bowl at the left, around y 600. */
function wooden(s: Sheet, colour = beech, flat = true): string {
  const d = flat
    ? "M130 600C130 530 190 508 260 510C330 514 380 556 420 582L1040 578C1076 576 1090 588 1090 602S1076 628 1040 626L420 620C380 650 330 688 262 690C200 690 150 680 130 600z"
    : "M120 540H330C370 540 400 570 430 584L1040 580C1076 578 1090 588 1090 602S1076 626 1040 624L430 620C400 634 370 660 330 660H120z"
  const hollow =
    "M166 600C170 556 210 540 256 542C310 546 340 580 350 600C340 624 306 656 258 658C210 658 170 644 166 600z"
  return (
    wood(s, d, colour, { x: 120, y: 500, width: 970, height: 200 }, flat ? 4 : 9, 10) +
    (flat ? solid(s, hollow, shade(colour, -0.06), { angle: 235, edge: 6 }) : "")
  )
}

function againstWall(s: Sheet): string {
  const tiles = stroke(
    `${times(9, (i) => `M${i * 150} 0V960`)}${times(7, (i) => `M0 ${i * 150}H1200`)}`,
    shade(s.ground, -0.14),
    6,
    0.6,
  )
  const standing = (x: number, turn: number, flat: boolean, colour = beech) =>
    place(wooden(s, colour, flat), x, 700, { turn: 90 + turn, scale: 0.52, from: [1040, 600] })
  return `${stage(s, 1) + tiles + table(s, 950, oak) + contact(s, 470, 954, 330)}<g transform="translate(26 0)">${soft(box(146, 486, 660, 460, 30), "#000000", 46, 0.28, true)}</g>${place(blocks(s), 470, 952, { scale: 0.72, from: [600, 930] })}${contact(s, 960, 984, 120)}${standing(920, -9, true)}${standing(990, 8, false, shade(beech, -0.12))}${standing(956, 2, true, shade(beech, -0.2))}${jar(s, 960, 984, 0.96)}`
}

function slice(s: Sheet, x: number, y: number, turn: number): string {
  const d = "M-92 90C-110 20 -120 -50 -86 -80C-50 -112 50 -112 86 -80C120 -50 110 20 92 90C50 106 -50 106 -92 90z"
  return `<g transform="translate(${x} ${y}) rotate(${turn})">${cast(d, 0.5)}${fill(d, "#a5682f")}<g transform="scale(.92)">${fill(d, s.linear(["#f6e6c6", "#e6cb9c"], 50))}${times(22, (i) => fill(oval(Math.cos(i * 2.4) * (8 + i * 3.2), Math.sin(i * 2.4) * (8 + i * 3.2), 5 + (i % 3) * 2, 4), "#cda872", 0.55))}</g></g>`
}

function withLoaf(s: Sheet): string {
  const loaf =
    "M230 420C240 330 330 300 430 300C560 300 690 316 700 430C706 520 690 590 640 610C520 630 340 630 270 600C230 570 224 500 230 420z"
  const knife = "M240 860H760C800 860 830 850 840 830L846 880C820 900 780 906 740 906H300C270 900 250 884 240 860z"
  return (
    surface(s) +
    `<g transform="rotate(5 600 600)">${cast(outline, 1.4)}${blocks(s)}</g>` +
    cast(loaf, 1.1) +
    fill(loaf, s.radial(["#dba45c", "#bd7d3a", "#8f5524", "#6b3b18"], 0.4, 0.3, 0.75)) +
    times(3, (i) => {
      const d = `M${330 + i * 110} 350C${370 + i * 110} 420 ${380 + i * 106} 500 ${350 + i * 110} 570C${410 + i * 104} 500 ${400 + i * 106} 410 ${330 + i * 110} 350z`
      return fill(d, "#efd6a6") + stroke(d, "#7a4a22", 4, 0.6)
    }) +
    glow(s, 380, 360, 140, 40, 0.5, "#fff3d8") +
    slice(s, 800, 480, 14) +
    slice(s, 900, 560, 30) +
    `<g transform="rotate(-4 600 860) translate(20 -70)">${cast(knife, 0.5)}${metal(s, knife, steel, 90)}${stroke(
      times(26, (i) => `${i ? "L" : "M"}${250 + i * 19} ${i % 2 ? 900 : 908}`),
      "#8f908f",
      3,
    )}${wood(s, box(830, 826, 230, 62, 26), "#54402f", { x: 830, y: 826, width: 230, height: 62 }, 5)}</g>`
  )
}

function spoonAlone(s: Sheet): string {
  const shadow =
    "M130 600C130 530 190 508 260 510C330 514 380 556 420 582L1040 578C1076 576 1090 588 1090 602S1076 628 1040 626L420 620C380 650 330 688 262 690C200 690 150 680 130 600z"
  return `${surface(s)}<g transform="rotate(-40 600 600)">${cast(shadow, 1)}${wooden(s)}</g>`
}

function inJar(s: Sheet): string {
  const standing = (x: number, turn: number, flat: boolean, colour: string, lift: number) =>
    place(wooden(s, colour, flat), x, 760 - lift, { turn: 90 + turn, scale: 0.66, from: [1040, 600] })
  return (
    stage(s) +
    contact(s, 600, 952, 180) +
    standing(530, -16, true, beech, 0) +
    standing(680, 17, true, shade(beech, -0.22), 10) +
    standing(570, -5, false, shade(beech, 0.12), 30) +
    standing(640, 6, true, shade(beech, -0.08), 50) +
    jar(s, 600, 952, 1.4)
  )
}

function onBowl(s: Sheet): string {
  const soup = oval(560, 600, 268)
  const shadow =
    "M130 600C130 530 190 508 260 510C330 514 380 556 420 582L1040 578C1090 588 1076 628 1040 626L420 620C380 650 330 688 262 690C200 690 150 680 130 600z"
  return `${surface(s, shade(s.ground, -0.04)) + cast(oval(560, 600, 350), 1.7) + solid(s, oval(560, 600, 350), "#7d8f93", { edge: 14 }) + fill(oval(562, 604, 312), s.linear(["#4f5f63", "#93a4a6"], 55)) + fill(soup, s.radial(["#e0954a", "#cd7a35", "#a95a24"], 0.4, 0.4, 0.65)) + rim(s, soup, 8) + stroke("M420 560C480 480 620 480 660 560C690 640 560 700 500 640", "#f6e6cc", 17, 0.75) + times(14, (i) => fill(oval(460 + ((i * 67) % 220), 500 + ((i * 43) % 210), 8, 5), i % 2 ? "#6d7f4e" : "#87975f", 0.9))}<g transform="rotate(-24 640 560) translate(120 -60)">${cast(shadow, 0.9)}${wooden(s)}</g>`
}
