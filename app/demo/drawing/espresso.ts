import { shade } from "./colour"
import { cast, contact, glow, rim, solid, stage, surface, tube } from "./light"
import { metal, oak, steel, walnut, wood } from "./material"
import { steam, table } from "./scene"
import { box, fill, oval, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const espressoMachine = [hero, tools, shot]

function cup(s: Sheet, x: number, y: number, size = 1, colour = "#f1ece2"): string {
  const d = `M${x - 44 * size} ${y - 62 * size}H${x + 44 * size}C${x + 44 * size} ${y - 26 * size} ${x + 30 * size} ${y} ${x + 20 * size} ${y}H${x - 20 * size}C${x - 30 * size} ${y} ${x - 44 * size} ${y - 26 * size} ${x - 44 * size} ${y - 62 * size}z`
  return (
    stroke(
      `M${x + 40 * size} ${y - 48 * size}c${30 * size} ${-8 * size} ${30 * size} ${34 * size} ${-4 * size} ${32 * size}`,
      shade(colour, -0.12),
      10 * size,
    ) + tube(s, d, colour, { depth: 0.5 })
  )
}

function group(s: Sheet, x: number): string {
  return (
    metal(s, box(x - 62, 500, 124, 60, 10), steel) +
    tube(s, box(x - 78, 556, 156, 42, 12), "#8f8d89") +
    metal(s, box(x - 70, 598, 140, 34, 8), steel) +
    tube(s, `M${x - 24} 632h48l-6 26h-36z`, "#4a4845") +
    stroke(`M${x - 16} 652v26M${x + 16} 652v26`, "#8f8d89", 13) +
    wood(s, box(x - 26, 596, 52, 40, 14), walnut, { x: x - 26, y: 596, width: 52, height: 40 }, x) +
    solid(s, oval(x, 612, 32), shade(walnut, -0.05), { edge: 6 }) +
    fill(oval(x, 612, 12), "#c9c6c0")
  )
}

function gauge(s: Sheet, x: number, y: number): string {
  return `${metal(s, oval(x, y, 38), steel, 50) + fill(oval(x, y, 31), "#f7f3ea") + times(9, (i) => `<g transform="rotate(${-120 + i * 30} ${x} ${y})">${stroke(`M${x} ${y - 27}v7`, "#3a3734", 2.5)}</g>`)}<g transform="rotate(34 ${x} ${y})">${stroke(`M${x} ${y + 6}v-28`, "#b4402f", 3.5)}</g>`
}

function hero(s: Sheet): string {
  const wand = (x: number, dir: number) =>
    stroke(`M${x} 520C${x + dir * 36} 560 ${x + dir * 30} 640 ${x + dir * 46} 770`, shade(steel, -0.4), 17) +
    stroke(`M${x - 3} 520C${x + dir * 36 - 3} 560 ${x + dir * 30 - 3} 640 ${x + dir * 46 - 3} 770`, "#f1efea", 6) +
    tube(s, box(x + dir * 46 - 13, 690, 26, 60, 8), "#33302e")
  return (
    stage(s, 0.68) +
    contact(s, 600, 942, 480) +
    [190, 310, 430, 550, 670, 790, 910]
      .map((x, i) => cup(s, x + 40, 318, 0.86, i % 3 === 1 ? "#c9b79a" : "#f1ece2"))
      .join("") +
    stroke("M130 262H1070", "#8f8d89", 9) +
    stroke("M130 259H1070", "#ffffff", 3, 0.8) +
    [136, 600, 1064].map((x) => fill(box(x - 5, 262, 10, 60), "#8f8d89")).join("") +
    fill(box(170, 520, 860, 300), s.linear(["#4a4744", "#6b6763"])) +
    metal(s, box(110, 316, 980, 196, 22), steel, 90) +
    wood(s, box(110, 470, 980, 44, 8), walnut, { x: 110, y: 470, width: 980, height: 44 }, 3) +
    rim(s, box(110, 316, 980, 198, 22), 8) +
    gauge(s, 556, 396) +
    gauge(s, 648, 396) +
    [250, 950]
      .map(
        (x) =>
          solid(s, oval(x, 396, 40), "#33302e", { edge: 6 }) +
          wood(s, box(x - 10, 356, 20, 80, 9), walnut, { x: x - 10, y: 356, width: 20, height: 80 }, x),
      )
      .join("") +
    [370, 830].map((x) => times(4, (i) => solid(s, oval(x - 54 + i * 36, 396, 11), "#e9e5db", { edge: 2 }))).join("") +
    metal(s, box(110, 500, 66, 400, 12), steel) +
    metal(s, box(1024, 500, 66, 400, 12), steel) +
    group(s, 400) +
    group(s, 800) +
    wand(226, -0.6) +
    wand(974, 0.6) +
    cup(s, 400, 812, 0.9) +
    cup(s, 800, 812, 0.9) +
    metal(s, box(140, 812, 920, 98, 12), steel, 90) +
    fill(box(170, 806, 860, 18, 6), "#3a3734") +
    times(42, (i) => fill(box(178 + i * 20.2, 808, 9, 12), "#8f8d89")) +
    rim(s, box(140, 812, 920, 98, 12), 6) +
    [200, 960].map((x) => fill(box(x, 908, 60, 34, 6), "#2b2927")).join("")
  )
}

function tools(s: Sheet): string {
  const handle = "M560 560H1010C1050 556 1070 580 1070 600S1050 644 1010 640H560z"
  const grounds = oval(380, 600, 148)
  return (
    surface(s) +
    `<g transform="rotate(-24 600 600)">${cast(`${oval(380, 600, 196)}${handle}`, 1.4)}${metal(s, box(540, 574, 120, 52, 8), steel, 90)}${wood(s, "M640 562C760 540 900 548 1010 556C1056 560 1072 580 1072 600S1056 640 1010 644C900 652 760 660 640 638z", walnut, { x: 640, y: 540, width: 430, height: 120 }, 6)}${metal(s, oval(380, 600, 196), steel, 50)}${[0, 180].map((a) => `<g transform="rotate(${a} 380 600)">${metal(s, box(352, 384, 56, 40, 8), steel)}</g>`).join("")}${fill(oval(380, 600, 160), "#6b6864")}${fill(grounds, s.radial(["#5d3d28", "#43291a", "#2f1b10"], 0.42, 0.4, 0.6))}${times(46, (i) => fill(oval(380 + Math.cos(i * 2.4) * (16 + i * 2.8), 600 + Math.sin(i * 2.4) * (16 + i * 2.8), 3 + (i % 3)), i % 2 ? "#7a5539" : "#24140b", 0.7))}${rim(s, oval(380, 600, 160), 7)}</g>` +
    cast(oval(860, 880, 124), 1.5) +
    metal(s, oval(860, 880, 124), steel, 50) +
    rim(s, oval(860, 880, 124), 7) +
    wood(s, oval(860, 880, 76), walnut, { x: 784, y: 804, width: 152, height: 152 }, 9) +
    rim(s, oval(860, 880, 76), 10) +
    cast(oval(320, 960, 110), 1) +
    solid(s, oval(320, 960, 110), "#f1ece2", { edge: 10 }) +
    fill(oval(320, 960, 90), s.radial(["#b98250", "#8a552e", "#5e351b"], 0.45, 0.4, 0.6)) +
    glow(s, 296, 930, 40, 24, 0.5, "#f0c894") +
    rim(s, oval(320, 960, 90), 6)
  )
}

function shot(s: Sheet): string {
  const stream = (x: number) =>
    stroke(`M${x} 470C${x - 4} 560 ${x + (600 - x) * 0.4} 660 ${x + (600 - x) * 0.5} 800`, "#7c4a25", 14) +
    stroke(`M${x - 3} 470C${x - 7} 560 ${x - 3 + (600 - x) * 0.4} 660 ${x - 3 + (600 - x) * 0.5} 800`, "#d9a063", 5)
  const bowl = "M390 740H810C810 880 750 1000 690 1010H510C450 1000 390 880 390 740z"
  return (
    stage(s, 0.8) +
    fill(box(-20, 0, 1240, 90), s.linear(["#7a7773", "#4a4744"])) +
    metal(s, box(330, 60, 540, 110, 18), steel) +
    tube(s, box(290, 150, 620, 70, 20), "#8f8d89") +
    metal(s, box(320, 214, 560, 90, 14), steel) +
    tube(s, "M470 304H730L700 360H500z", "#55524e") +
    tube(
      s,
      "M500 352C500 420 520 440 512 474H548C556 430 590 410 600 396C610 410 644 430 652 474H688C680 440 700 420 700 352z",
      steel,
    ) +
    solid(s, oval(600, 262, 84), walnut, { edge: 12 }) +
    fill(oval(600, 262, 34), "#c9c6c0") +
    table(s, 1020, oak, 60) +
    contact(s, 600, 1024, 190) +
    stream(530) +
    stream(670) +
    stroke("M800 790C900 770 920 900 770 910", "#e2dccf", 34) +
    stroke("M800 784C888 770 904 884 776 898", "#ffffff", 8, 0.6) +
    tube(s, bowl, "#f1ece2", { depth: 0.5 }) +
    rim(s, bowl, 8) +
    fill(oval(600, 742, 210, 44), "#dcd5c6") +
    fill(oval(600, 748, 190, 36), s.radial(["#c98f57", "#8f5830", "#5b3319"], 0.5, 0.4, 0.6)) +
    stream(530) +
    stream(670) +
    fill(oval(600, 752, 190, 32), "#c98f57", 0.12) +
    steam(600, 700)
  )
}
