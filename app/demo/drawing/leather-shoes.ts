import { shade } from "./colour"
import { contact, folds, glow, solid, stage, surface, tube } from "./light"
import { brass, metal, oak, ribs, twill, wood } from "./material"
import { sunlitWall, table } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"
import { bow, creases, laces, pairAbove, seam } from "./shoe-parts"

export const chelseaBoot = [chelseaProfile, chelseaAbove, chelseaBench]
export const derbyShoe = [derbyProfile, derbyAbove, derbyStep]

const brown = "#7b4a2e"
const black = "#38343a"

function heelAndSole(s: Sheet, left: number, right: number, colour: string): string {
  const sole = `M${left} 846C${left + 200} 858 ${left + 260} 834 ${left + 340} 846C${left + 460} 862 ${right - 200} 862 ${right} 826L${right + 6} 848C${right - 80} 892 ${right - 260} 898 ${left + 400} 888C${left + 300} 878 ${left + 220} 866 ${left} 866z`
  const heel = `M${left} 864H${left + 218}L${left + 204} 896H${left + 6}z`
  return (
    solid(s, heel, colour, { angle: 30, edge: 5 }) +
    times(2, (i) => stroke(`M${left + 4} ${874 + i * 11}H${left + 208 - i * 6}`, shade(colour, -0.5), 2, 0.7)) +
    solid(s, sole, shade(colour, 0.12), { angle: 80, edge: 4 })
  )
}

function chelseaProfile(s: Sheet): string {
  return stage(s) + contact(s, 600, 932, 390) + place(chelsea(s), 600, 932, { from: [600, 896], scale: 1.02 })
}

/** In profile, toe to the right, standing on y 896. */
function chelsea(s: Sheet): string {
  const upper =
    "M236 852C216 760 240 640 240 520C240 420 226 340 226 290C300 264 460 262 540 286C536 360 540 440 572 510C620 590 740 640 860 690C960 730 1004 770 1000 838C880 866 700 862 560 848C440 838 330 866 236 852z"
  const gore = "M330 280C400 270 450 272 486 278C490 400 470 540 410 624C350 540 330 400 330 280z"
  return (
    stroke("M236 292C216 230 262 222 262 290", shade(brown, -0.3), 17) +
    heelAndSole(s, 226, 1006, "#4b3526") +
    solid(s, upper, brown, { angle: 55, depth: 1.2, edge: 14 }) +
    folds(s, upper, ["M500 480C560 520 600 560 620 620", "M560 560C600 600 640 620 660 660"], 14, 0.8) +
    creases(s, upper, 740, 650) +
    fill(gore, s.linear(["#3d3029", "#584539", "#2c231e"], 0)) +
    ribs(s, gore, 13) +
    seam("M322 280C322 410 344 550 410 640C480 550 498 400 494 278", brown) +
    stroke("M226 306C300 282 460 280 540 302", shade(brown, -0.35), 3, 0.7) +
    stroke("M410 640C400 720 400 790 410 846", shade(brown, -0.4), 3, 0.6) +
    glow(s, 830, 690, 150, 44, 0.5, "#fffaf0", 24) +
    glow(s, 262, 440, 26, 150, 0.4)
  )
}

function chelseaAbove(s: Sheet): string {
  const details = (t: Sheet) =>
    fill("M522 700C540 690 552 690 560 700L556 860C546 880 534 880 526 860z", "#3d3029") +
    fill("M678 700C660 690 648 690 640 700L644 860C654 880 666 880 674 860z", "#3d3029") +
    stroke("M600 950C570 1000 640 1010 622 950", shade(brown, -0.2), 15) +
    glow(t, 580, 310, 110, 50, 0.5, "#fffaf0", -14) +
    folds(t, box(440, 230, 320, 400), ["M470 520C540 500 660 500 740 520", "M480 570C550 556 650 556 726 566"], 10, 0.6)
  return surface(s) + pairAbove(s, { upper: brown, sole: "#4b3526", lining: "#b58a60", details })
}

function chelseaBench(s: Sheet): string {
  const boot = chelsea(s)
  const brush = box(760, 800, 250, 60, 26)
  return (
    sunlitWall(s, 40, -60) +
    table(s, 900, oak) +
    contact(s, 500, 918, 220) +
    place(boot, 500, 918, { scale: 0.62, from: [600, 896] }) +
    contact(s, 350, 926, 240) +
    place(boot, 340, 930, { scale: 0.66, from: [600, 896] }) +
    `<g transform="translate(150 6)">${contact(s, 885, 912, 130)}${times(24, (i) => fill(box(776 + i * 9.2, 850, 6, 58), i % 2 ? "#3b322b" : "#574a3f"))}${wood(s, brush, oak, { x: 760, y: 800, width: 250, height: 60 }, 7)}</g>` +
    `<g transform="translate(60 14)">${contact(s, 720, 918, 66)}${tube(s, box(660, 862, 120, 54, 8), brass)}${tube(s, box(656, 846, 128, 22, 6), shade(brass, 0.1))}</g>`
  )
}

function derbyProfile(s: Sheet): string {
  return stage(s) + contact(s, 610, 906, 440) + place(derby(s), 600, 906, { scale: 1.08, from: [610, 896] })
}

/** In profile, toe to the right, standing on y 896. */
function derby(s: Sheet): string {
  const upper =
    "M226 852C196 780 204 700 198 620C198 580 230 572 262 592C330 632 410 632 462 594C486 570 500 546 530 540L600 560C650 610 730 650 830 672C950 692 1034 730 1024 830C880 866 700 862 560 848C440 838 330 866 226 852z"
  const quarter =
    "M204 720C200 690 200 650 198 620C198 580 230 572 262 592C330 632 410 632 462 594C486 570 500 546 530 540L606 566C640 600 680 630 716 652C690 720 640 760 560 770C470 780 420 800 380 852C330 858 280 858 226 852C210 810 204 760 204 720z"
  return (
    heelAndSole(s, 210, 1030, "#2d2624") +
    solid(s, "M480 590C500 530 530 500 560 500C596 506 606 550 620 580z", shade(black, -0.2)) +
    solid(s, upper, black, { angle: 58, depth: 1.3, edge: 14 }) +
    creases(s, upper, 740, 678) +
    solid(s, quarter, shade(black, 0.03), { angle: 58, depth: 1.2, edge: 8 }) +
    seam("M606 566C640 600 680 630 716 652C690 720 640 760 560 770C470 780 420 800 380 852", black) +
    seam("M262 600C300 640 320 720 316 850", black) +
    laces(
      [
        [512, 596],
        [548, 628],
        [586, 656],
        [626, 680],
      ],
      [
        [560, 556],
        [598, 590],
        [638, 620],
        [680, 646],
      ],
      "#4a454b",
      13,
      "#1a1819",
    ) +
    glow(s, 870, 710, 150, 36, 0.6, "#fffaf0", 20) +
    glow(s, 222, 690, 22, 100, 0.5)
  )
}

function derbyAbove(s: Sheet): string {
  const cedar = "#c98f63"
  const details = (t: Sheet) =>
    wood(
      t,
      "M600 640C640 640 656 690 654 760L646 800H554L546 760C544 690 560 640 600 640z",
      cedar,
      { x: 540, y: 640, width: 120, height: 160 },
      3,
    ) +
    wood(
      t,
      "M556 850H644C650 900 630 934 600 934C570 934 550 900 556 850z",
      cedar,
      { x: 550, y: 850, width: 100, height: 84 },
      4,
    ) +
    metal(t, box(588, 790, 24, 70, 8), brass, 0) +
    metal(t, oval(600, 904, 13), brass, 50) +
    solid(t, "M520 470C560 440 640 440 680 470L676 640C640 600 560 600 524 640z", shade(black, 0.06), { edge: 7 }) +
    laces(
      [
        [548, 490],
        [550, 526],
        [554, 562],
      ],
      [
        [652, 490],
        [650, 526],
        [646, 562],
      ],
      "#4a454b",
      13,
      "#1a1819",
    ) +
    bow(600, 592, "#4a454b", 0.7) +
    glow(t, 580, 300, 110, 50, 0.55, "#fffaf0", -14)
  return surface(s) + pairAbove(s, { upper: black, sole: "#2d2624", lining: "#b58a60", details })
}

function derbyStep(s: Sheet): string {
  const cloth = "#7d7f80"
  const leg = (x: number) => {
    const outline = `M${x - 110} -160H${x + 150}L${x + 116} 600C${x + 70} 640 ${x - 50} 636 ${x - 92} 604z`
    return (
      solid(s, outline, cloth, { angle: 10, depth: 1.1, edge: 8 }) +
      twill(s, outline, 8, 0.1) +
      folds(
        s,
        outline,
        [
          `M${x + 6} 0L${x + 26} 610`,
          `M${x - 70} 460C${x - 10} 520 ${x + 60} 520 ${x + 100} 480`,
          `M${x - 80} 540C${x - 20} 590 ${x + 60} 590 ${x + 110} 552`,
        ],
        15,
      )
    )
  }
  const shoe = derby(s)
  return (
    stage(s, 0.5) +
    solid(s, box(-20, 850, 1240, 400), "#c9c3b8", { angle: 85, edge: 10 }) +
    fill(box(-20, 850, 1240, 60), "#fffaf0", 0.3) +
    fill(box(-20, 1010, 1240, 220), s.linear(["#a59e92", "#bcb5a9"])) +
    contact(s, 740, 870, 270) +
    place(shoe, 730, 872, { scale: 0.66, from: [600, 896] }) +
    place(leg(560), 575, 90, { from: [560, -20] }) +
    contact(s, 470, 914, 290) +
    place(shoe, 450, 914, { scale: 0.72, from: [600, 896] }) +
    place(leg(560), 275, 40, { from: [560, -60], scale: 1.08 })
  )
}
