import { shade } from "./colour"
import { cloth, foldedEdge } from "./garments"
import { cast, contact, folds, rim, soft, solid, stage, surface, tube } from "./light"
import { brass, knit, metal, oak, ribs, wood } from "./material"
import { peg, plank } from "./scene"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const scarf = [scarfFlat, scarfRolled, scarfHung]
export const beanie = [beanieFront, beanieRow, beanieOnWool]
export const belt = [beltRolled, beltBuckle, beltsHung]

const cream = "#e9dfc9"
const stripeOf = ["#a4563b", cream, "#3a4350", cream, "#a4563b", "#d9b06a"]

function stripes(outline: string, s: Sheet, x: number, width: number, pitch = 44): string {
  return s.clip(
    outline,
    times(Math.ceil(width / pitch) + 1, (i) =>
      fill(box(x + i * pitch, -20, pitch * 0.62, 1300), stripeOf[i % stripeOf.length] as string, 0.92),
    ),
  )
}

function fringe(x: number, y: number, width: number): string {
  return times(Math.floor(width / 15), (i) =>
    stroke(
      `M${x + 7 + i * 15} ${y}C${x + 3 + i * 15} ${y + 30} ${x + 12 + i * 15} ${y + 50} ${x + 6 + i * 15 + (i % 3) * 3} ${y + 86}`,
      stripeOf[Math.floor((i * 15) / 44) % 6] as string,
      7,
    ),
  )
}

function scarfFlat(s: Sheet): string {
  const back = box(360, 150, 330, 820, 8)
  const front = box(500, 210, 330, 700, 8)
  return (
    surface(s) +
    `<g transform="rotate(-14 600 600)">${cast(back, 0.8)}${fringe(364, 960, 322)}${fill(back, cream)}${stripes(back, s, 360, 330)}${knit(s, back, 9)}${folds(s, back, ["M420 200C440 500 410 700 430 960"], 26)}${rim(s, back, 9)}` +
    `${cast(front, 0.8)}${fringe(504, 900, 322)}${fill(front, cream)}${stripes(front, s, 500, 330)}${knit(s, front, 9)}${folds(s, front, ["M590 230C570 460 610 700 580 900", "M740 230C760 460 730 700 750 900"], 28)}${fill(
      front,
      s.linear(
        [
          ["#fffaf0", 0, 0.2],
          ["#fffaf0", 0.4, 0],
          ["#1a1411", 1, 0.22],
        ],
        60,
      ),
    )}${rim(s, front, 10)}${soft("M504 216H826", "#1a1411", 22, 0.3)}</g>`
  )
}

function scarfRolled(s: Sheet): string {
  const [rx, ry] = [250, 74]
  const side = `M${600 - rx} 330V860C${600 - rx} 902 490 934 600 934S${600 + rx} 902 ${600 + rx} 860V330z`
  const bands = times(14, (i) => {
    const y = 310 + i * 44
    return stroke(
      `M${600 - rx - 10} ${y}C${600 - rx} ${y + 44} 490 ${y + ry} 600 ${y + ry}S${600 + rx} ${y + 44} ${600 + rx + 10} ${y}`,
      stripeOf[i % 6] as string,
      29,
    )
  })
  const spiral = times(9, (i) =>
    stroke(oval(600 + (i % 2 ? 3 : -3), 330, rx - i * 27, ry - i * 8), shade(cream, i % 2 ? -0.34 : -0.12), 5, 0.8),
  )
  const tail = "M790 372C800 366 812 358 822 350V878C812 888 800 896 790 902z"
  return (
    stage(s) +
    contact(s, 600, 900, 270) +
    fill(side, cream) +
    s.clip(side, bands) +
    knit(s, side, 9) +
    fill(
      side,
      s.linear(
        [
          ["#1a1411", 0, 0.26],
          ["#fffaf0", 0.28, 0.3],
          ["#fffaf0", 0.45, 0],
          ["#1a1411", 0.9, 0.42],
          ["#1a1411", 1, 0.3],
        ],
        0,
      ),
    ) +
    solid(s, oval(600, 330, rx, ry), shade(cream, 0.05), { edge: 5 }) +
    spiral +
    fill(oval(600, 330, 26, 9), shade(cream, -0.5)) +
    fill(tail, "#1a1411", 0.2) +
    times(30, (i) =>
      stroke(
        `M812 ${368 + i * 17}q34 ${6 + (i % 3) * 4} 62 ${(i % 4) * 5}`,
        stripeOf[Math.floor((i * 17) / 44) % 6] as string,
        6,
      ),
    )
  )
}

function scarfHung(s: Sheet): string {
  const left = "M440 250C470 210 520 200 560 220L580 900H370C380 680 400 420 440 250z"
  const right = "M560 220C610 200 650 230 670 280C700 440 706 620 712 790H520z"
  const hat = "M790 560C800 430 850 380 910 380C980 380 1020 440 1026 560z"
  return (
    stage(s, 1) +
    `<g transform="translate(30 34)">${soft(`${left}${right}`, "#2a1d14", 50, 0.26, true)}</g>` +
    `<g>${fringe(520, 780, 190)}${cloth(s, right, cream, [], { height: 0.2 })}${stripes(right, s, 520, 200)}${knit(s, right, 9)}${folds(s, right, ["M590 240C600 440 600 620 590 790", "M640 260C660 440 660 620 664 790"], 22)}${rim(s, right, 9)}</g>` +
    `${fringe(374, 888, 206)}${cloth(s, left, cream, [], { height: 0.4 })}${stripes(left, s, 360, 230)}${knit(s, left, 9)}${folds(s, left, ["M500 230C470 440 450 680 450 890", "M550 230C530 460 520 700 516 890"], 22)}${fill(
      left,
      s.linear(
        [
          ["#fffaf0", 0, 0.12],
          ["#1a1411", 1, 0.22],
        ],
        20,
      ),
    )}${rim(s, left, 9)}` +
    peg(s, 560, 232) +
    peg(s, 908, 470) +
    `<g transform="translate(22 26)">${soft(hat, "#2a1d14", 40, 0.26, true)}</g>` +
    solid(s, hat, "#5a5148", { angle: 40 }) +
    folds(s, hat, ["M860 410C880 440 940 440 960 410"], 20) +
    fill("M790 530C860 556 960 556 1028 530L1028 572H788z", "#2f2a26") +
    solid(s, "M700 576C760 540 1060 540 1120 576C1060 612 760 612 700 576z", "#5a5148", { angle: 80, edge: 7 })
  )
}

/** A beanie from the front, its brim's lower edge on y 880, around x 600. */
function cap(s: Sheet, colour: string): string {
  const crown = "M318 700C310 470 420 290 600 282C780 290 890 470 882 700z"
  const brim =
    "M298 680C400 646 800 646 902 680C912 740 910 810 898 856C800 892 400 892 302 856C290 810 288 740 298 680z"
  const ribLines = times(17, (i) => {
    const x = 330 + i * 33.8
    return `M${600 + (x - 600) * 0.08} 286C${600 + (x - 600) * 0.75} 360 ${x - (x - 600) * 0.02} 500 ${x} 720`
  })
  return (
    solid(s, crown, colour, { angle: 55, depth: 1, edge: 12 }) +
    s.clip(
      crown,
      `${stroke(ribLines, shade(colour, -0.45), 9, 0.4)}<g transform="translate(12 0)">${stroke(ribLines, shade(colour, 0.5), 7, 0.35)}</g>`,
    ) +
    soft("M302 690C400 656 800 656 898 690", "#1a1411", 24, 0.35) +
    solid(s, brim, shade(colour, 0.03), { angle: 70, depth: 1, edge: 12 }) +
    ribs(s, brim, 30, 1.3) +
    knit(s, brim, 15, 0.7) +
    folds(s, brim, ["M302 850C400 884 800 884 898 850"], 14, 0.6)
  )
}

function beanieFront(s: Sheet): string {
  return stage(s) + contact(s, 600, 886, 320) + cap(s, "#c79a3c")
}

function beanieRow(s: Sheet): string {
  const colours = ["#e6dcc6", "#c79a3c", "#a5573d", "#66775f", "#39414d"]
  return (
    stage(s) +
    colours
      .map(
        (colour, i) =>
          contact(s, 200 + i * 200, 760, 92) +
          place(cap(s, colour), 200 + i * 200, 760, { scale: 0.31, from: [600, 880] }),
      )
      .join("") +
    plank(s, 760, { height: 40 })
  )
}

function beanieOnWool(s: Sheet): string {
  return (
    stage(s, 0.8) +
    plank(s, 980, { height: 60 }) +
    contact(s, 600, 982, 330) +
    foldedEdge(s, 600, 984, 640, 120, "#8f9a95") +
    knit(s, box(290, 870, 620, 106, 46), 14) +
    foldedEdge(s, 588, 870, 620, 124, "#e3d8c4") +
    knit(s, box(288, 752, 600, 112, 48), 14) +
    contact(s, 590, 750, 210, 0.8) +
    place(cap(s, "#c79a3c"), 590, 756, { scale: 0.7, from: [600, 880], turn: -3 })
  )
}

const tan = "#b07a48"

function buckle(s: Sheet): string {
  const frame =
    "M-70 -96h120a26 26 0 0 1 26 26v140a26 26 0 0 1 -26 26h-120a26 26 0 0 1 -26 -26v-140a26 26 0 0 1 26 -26zM-66 -66v132h112v-132z"
  return `<g transform="translate(6 9)">${soft("M-83 -83h146v166h-146z", "#1a1411", 16, 0.4)}</g><g fill-rule="evenodd">${metal(s, frame, brass, 50)}</g>${tube(s, box(-64, -11, 150, 22, 10), brass, { angle: 90 })}`
}

function strapOf(s: Sheet, outline: string, colour: string): string {
  return cast(outline, 0.7) + solid(s, outline, colour, { angle: 85, depth: 0.9, edge: 7 })
}

function beltRolled(s: Sheet): string {
  const turns = times(7, (i) => {
    const r = 320 - i * 34
    return (
      fill(oval(560, 600, r), s.linear([shade(tan, 0.3), tan, shade(tan, -0.35)], 50)) +
      fill(oval(560, 600, r - 13), s.linear([shade(tan, -0.62), shade(tan, -0.5)], 50))
    )
  })
  const core = fill(oval(560, 600, 78), shade(s.ground, -0.14))
  const end = "M560 280C760 276 870 380 876 560L876 640L862 640C858 460 780 296 560 293z"
  return `${surface(s) + cast(oval(560, 600, 320), 1.6) + turns + core + s.clip(oval(560, 600, 78), soft("M500 560C520 530 560 520 600 530", "#1a1411", 50, 0.4)) + fill(end, tan)}<g transform="translate(876 700) rotate(90)">${strapOf(s, box(-70, -14, 90, 28, 8), tan)}${metal(s, box(-10, -70, 34, 140, 14), brass, 0)}${metal(s, box(10, -60, 90, 18, 8), brass, 90)}${metal(s, box(10, 42, 90, 18, 8), brass, 90)}${metal(s, box(90, -64, 24, 128, 11), brass, 0)}</g>`
}

function beltBuckle(s: Sheet): string {
  const lower = "M-60 500H1260V660H-60z"
  const tail = "M-60 720H780C850 720 880 760 880 800C880 840 850 880 780 880H-60z"
  return (
    surface(s) +
    `<g transform="rotate(-13 600 600)">${strapOf(s, tail, tan)}${stitches("M-60 740H776C836 740 858 772 858 800C858 828 836 860 776 860H-60", "#f0dcbc", 4, 14)}${times(5, (i) => fill(oval(260 + i * 120, 800, 14, 15), "#2a1a10") + rim(s, oval(260 + i * 120, 800, 14, 15), 4))}` +
    `${strapOf(s, lower, shade(tan, -0.06))}${stitches("M-60 520H1260M-60 640H1260", "#f0dcbc", 4, 14)}${strapOf(s, box(820, 484, 84, 192, 12), shade(tan, 0.04))}<g transform="translate(560 580) scale(1.25)">${buckle(s)}</g>${[660, 760].map((x) => metal(s, oval(x + 20, 580, 19), brass, 50) + stroke(`M${x + 8} 586L${x + 32} 574`, shade(brass, -0.6), 5)).join("")}</g>`
  )
}

function beltsHung(s: Sheet): string {
  const one = (x: number, colour: string, length: number) =>
    `<g transform="translate(${x} 0)"><g transform="translate(26 30)">${soft(box(-36, 300, 72, length, 10), "#2a1d14", 40, 0.26, true)}</g>${solid(s, `M-36 330H36V${260 + length}Q36 ${310 + length} 0 ${316 + length}Q-36 ${310 + length} -36 ${260 + length}z`, colour, { angle: 10, edge: 7 })}${stitches(`M-26 360V${262 + length}M26 360V${262 + length}`, shade(colour, 0.5), 2.5, 9, 0.6)}${times(5, (i) => fill(oval(0, 90 + length + i * 44, 6.5), "#1c120b"))}<g transform="translate(0 300) rotate(90) scale(.62)">${buckle(s)}</g>${solid(s, box(-42, 380, 84, 34, 6), shade(colour, 0.05), { edge: 4 })}</g>`
  return (
    stage(s, 1) +
    wood(s, box(180, 160, 840, 60, 10), oak, { x: 180, y: 160, width: 840, height: 60 }, 4) +
    one(360, tan, 700) +
    one(600, "#6f4229", 740) +
    one(840, "#332e2d", 680) +
    [360, 600, 840].map((x) => peg(s, x, 226)).join("")
  )
}
