import { shade } from "./colour"
import { cast, contact, folds, soft, solid, stage, surface } from "./light"
import { dots } from "./material"
import { fill, oval, type Point, place, polygon, stroke, times } from "./shape"
import type { Sheet } from "./sheet"
import { laces } from "./shoe-parts"

export const trailRunner = [profile, sole, onRock]

const slate = "#56666f"
const orange = "#d0703c"

function profile(s: Sheet): string {
  return stage(s) + contact(s, 610, 900, 420) + runner(s)
}

/** In profile, toe to the right, the lugs on y 904. */
function runner(s: Sheet): string {
  const upper =
    "M222 770C196 700 190 600 176 520C176 478 214 470 246 498C300 548 390 566 446 520C470 490 484 452 512 440L590 462C640 540 730 610 840 650C960 690 1030 720 1034 776z"
  const foam =
    "M170 748C160 800 168 850 196 866C420 880 800 880 976 862C1030 846 1056 800 1044 742C1030 738 1014 752 990 760C800 790 420 780 250 738C220 730 178 728 170 748z"
  const outsole =
    "M190 852C420 872 800 872 980 850C1012 840 1036 820 1046 790L1054 806C1046 850 1010 880 976 884C800 898 420 898 206 884z"
  const tongue = "M470 480C480 420 510 384 544 384C576 392 584 430 596 470L620 540z"
  const stay = "M450 552C480 524 500 480 520 458L596 480C640 548 700 596 770 634L712 716C620 680 510 620 450 552z"
  const lugs = times(15, (i) =>
    fill(`M${214 + i * 52} ${884 - Math.max(0, i - 12) * 9}h34l-6 22h-24z`, i % 2 ? "#2c2a2a" : orange),
  )
  return (
    solid(s, tongue, shade(slate, -0.2)) +
    solid(s, upper, slate, { angle: 60, edge: 12 }) +
    dots(s, upper, 11, 2.4, "#1a1411", 0.28) +
    folds(s, upper, ["M760 640C770 680 764 720 750 750", "M800 656C812 690 808 730 800 760"], 10, 0.6) +
    solid(
      s,
      "M178 540C176 478 214 470 246 498L290 534C276 600 290 680 330 752C280 750 230 742 214 740C200 680 188 600 178 540z",
      shade(slate, -0.25),
      { edge: 7 },
    ) +
    stroke(
      "M330 752C420 700 470 640 466 566M470 770C560 740 600 700 610 668M640 780C700 760 730 740 740 712",
      orange,
      13,
    ) +
    solid(s, stay, shade(slate, -0.16), { edge: 6 }) +
    solid(s, "M872 664C960 690 1030 720 1036 780C980 784 920 786 880 786C850 740 850 700 872 664z", "#34383b", {
      edge: 7,
    }) +
    laces(
      [
        [484, 536],
        [520, 574],
        [562, 608],
        [606, 640],
        [652, 668],
      ],
      [
        [548, 486],
        [588, 526],
        [628, 564],
        [672, 598],
        [722, 628],
      ],
      orange,
      12,
      "#2b2a2a",
    ) +
    stroke("M184 516C160 470 178 440 204 470", orange, 11) +
    solid(s, foam, "#e9e3d6", { angle: 78, edge: 10 }) +
    folds(s, foam, ["M220 806C420 838 800 838 1000 800"], 8, 0.7) +
    solid(s, outsole, "#34322f", { edge: 5 }) +
    lugs
  )
}

function sole(s: Sheet): string {
  const outline =
    "M560 110C440 116 396 250 404 400C410 540 466 620 470 760C474 960 500 1090 604 1090C712 1090 742 960 742 780C744 640 806 560 800 390C792 220 690 104 560 110z"
  const chevron = (x: number, y: number, w: number, colour: string) => {
    const shape = polygon([x - w, y], [x, y - 26], [x + w, y], [x + w, y + 26], [x, y], [x - w, y + 26])
    return cast(shape, 0.16, 0.8) + solid(s, shape, colour, { edge: 4 })
  }
  const rows: [Point, number][] = [
    [[582, 200], 60],
    [[594, 268], 96],
    [[600, 336], 118],
    [[602, 404], 124],
    [[602, 472], 120],
    [[602, 540], 106],
    [[604, 800], 82],
    [[604, 868], 88],
    [[604, 936], 82],
    [[604, 1004], 62],
  ]
  const side: Point[] = [
    [446, 330],
    [446, 400],
    [454, 470],
    [474, 540],
    [762, 330],
    [766, 400],
    [756, 470],
    [738, 540],
    [506, 830],
    [512, 900],
    [530, 970],
    [702, 830],
    [696, 900],
    [680, 970],
  ]
  return (
    surface(s) +
    `<g transform="rotate(14 600 600)">` +
    cast(outline, 1.4) +
    solid(s, outline, "#3a3836", { edge: 14 }) +
    solid(s, "M520 660C560 640 660 640 700 660L690 752C650 766 560 766 516 752z", "#e9e3d6", { edge: 6 }) +
    stroke("M540 690H680M536 722H684", orange, 8) +
    side
      .map(([x, y]) => cast(oval(x, y, 17, 22), 0.14) + solid(s, oval(x, y, 17, 22), "#2d2b2a", { edge: 4 }))
      .join("") +
    rows.map(([[x, y], w], i) => chevron(x, y, w, i % 3 === 1 ? orange : "#4a4745")).join("") +
    `</g>`
  )
}

function onRock(s: Sheet): string {
  const rock = "M-20 1220V930L90 860L300 816L520 846L800 820L1010 872L1220 900V1220z"
  const facets =
    fill("M90 860L300 816L360 940L150 1010z", "#fffaf0", 0.2) +
    fill("M520 846L800 820L760 960L560 1000z", "#fffaf0", 0.16) +
    fill("M800 820L1010 872L960 1000L760 960z", "#1a1411", 0.12) +
    fill("M360 940L560 1000L500 1220H300z", "#1a1411", 0.1)
  const grass = times(64, (i) => {
    const x = (i * 83) % 1230
    const h = 150 + ((i * 71) % 190)
    const lean = ((i * 29) % 110) - 40
    return stroke(
      `M${x} 960C${x} ${960 - h * 0.5} ${x + lean * 0.4} ${960 - h * 0.8} ${x + lean} ${950 - h}`,
      ["#a3a07c", "#8b9374", "#b8ab82"][i % 3] as string,
      7,
      0.9,
    )
  })
  return (
    stage(s, 0.8) +
    soft("M-40 640C200 520 380 600 560 560S980 480 1240 600V900H-40z", shade(s.ground, -0.12), 30, 0.5, true, 8) +
    soft("M-40 740C240 640 500 720 760 680S1100 660 1240 720V900H-40z", shade(s.ground, -0.2), 20, 0.5, true, 8) +
    grass +
    solid(s, rock, "#a9a49b", { angle: 70, edge: 10 }) +
    facets +
    contact(s, 560, 838, 330, 0.9) +
    place(runner(s), 570, 846, { scale: 0.8, turn: -2, from: [610, 900] })
  )
}
