import { shade } from "./colour"
import { cast, contact, solid, stage } from "./light"
import { dots, metal, walnut, wood } from "./material"
import { books, leaf, plank, sleeves } from "./scene"
import { box, fill, oval, place, polygon, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const speakers = [pairOf, grille, onShelf]

function pairOf(s: Sheet): string {
  const one = (x: number) => contact(s, x, 935, 190) + place(cabinet(s, x), x, 935)
  return stage(s) + one(365) + one(835)
}

/** One cabinet from the front, 380 wide, standing on y 920 around x 600. */
function cabinet(s: Sheet, seed: number): string {
  return (
    wood(s, box(410, 250, 380, 670, 12), walnut, { x: 410, y: 250, width: 380, height: 670 }, seed, 10) +
    stroke(box(424, 264, 352, 642, 6), shade(walnut, -0.5), 2.5, 0.4) +
    driver(s, 600, 690, 142) +
    tweeter(s, 600, 420, 70) +
    fill(box(560, 868, 80, 8, 4), "#d8c3a6", 0.7)
  )
}

function driver(s: Sheet, x: number, y: number, r: number): string {
  return (
    metal(s, oval(x, y, r), "#6c6966", 60) +
    fill(oval(x, y, r * 0.91), "#1d1b1a") +
    fill(oval(x, y, r * 0.84), s.radial(["#38342f", "#565049", "#2b2825"], 0.5, 0.5, 0.5)) +
    fill(oval(x, y, r * 0.7), s.linear(["#2f2b28", "#7c746a"], 55)) +
    times(4, (i) => stroke(oval(x, y, r * (0.4 + i * 0.08)), "#1a1715", 1.5, 0.35)) +
    fill(oval(x, y, r * 0.26), s.radial(["#8d857b", "#45403b", "#211e1c"], 0.36, 0.3, 0.75)) +
    screws(x, y, r * 0.955)
  )
}

function tweeter(s: Sheet, x: number, y: number, r: number): string {
  return (
    metal(s, oval(x, y, r), "#6c6966", 60) +
    fill(oval(x, y, r * 0.78), "#2a2725") +
    fill(oval(x, y, r * 0.5), s.radial(["#a39a8e", "#544e48", "#23201e"], 0.35, 0.3, 0.75)) +
    screws(x, y, r * 0.89)
  )
}

function screws(x: number, y: number, r: number): string {
  return [45, 135, 225, 315]
    .map((a) =>
      fill(oval(x + r * Math.cos((a * Math.PI) / 180), y + r * Math.sin((a * Math.PI) / 180), 4), "#d0cbc2", 0.9),
    )
    .join("")
}

function grille(s: Sheet): string {
  const front = polygon([220, 290], [650, 240], [650, 950], [220, 890])
  const side = polygon([650, 240], [960, 300], [960, 880], [650, 950])
  const linen = polygon([246, 312], [626, 268], [626, 922], [246, 868])
  return (
    stage(s) +
    contact(s, 610, 925, 420) +
    wood(s, side, shade(walnut, -0.16), { x: 650, y: 240, width: 310, height: 710 }, 21, 6) +
    wood(s, front, walnut, { x: 220, y: 240, width: 430, height: 710 }, 5, 8) +
    cast(linen, 0.25) +
    solid(s, linen, "#b5aa98", { angle: 40, edge: 8 }) +
    dots(s, linen, 9, 2.2, "#4d4438", 0.34) +
    fill(polygon([580, 880], [606, 877], [606, 888], [580, 891]), "#6e6252")
  )
}

function onShelf(s: Sheet): string {
  const trailing = times(7, (i) =>
    leaf(s, 700 + Math.sin(i * 1.9) * 26, 470 + i * 42, 84, i % 2 ? 150 : 34, shade("#76856a", (i % 3) * 0.08 - 0.08)),
  )
  const pot = "M640 430H770L752 560H658z"
  return (
    stage(s, 0.95) +
    plank(s, 860, { colour: shade(walnut, 0.2), height: 40 }) +
    contact(s, 200, 862, 130) +
    place(cabinet(s, 3), 200, 860, { scale: 0.72 }) +
    contact(s, 1010, 862, 130) +
    place(cabinet(s, 8), 1010, 860, { scale: 0.72 }) +
    sleeves(s, 366, 860, 240, 300) +
    `<g transform="rotate(-10 612 860)">${sleeves(s, 610, 860, 30, 296, 6)}</g>` +
    books(s, 690, 860, [{ width: 150, height: 60, colour: "#d6cbb6" }]) +
    books(s, 704, 800, [{ width: 124, height: 40, colour: "#7d4c3d" }]) +
    `<g transform="translate(58 200)">${stroke("M700 440C640 560 720 640 690 740", "#5d6a52", 5)}${solid(s, pot, "#e4dccb", { edge: 6 })}${trailing}${leaf(s, 690, 432, 110, -60)}${leaf(s, 700, 432, 100, -120)}${leaf(s, 720, 434, 96, -30)}</g>`
  )
}
