import { shade } from "./colour"
import { ball, cast, contact, rim, solid, stage, surface } from "./light"
import { dots, metal } from "./material"
import { fill, oval, place, stroke } from "./shape"
import type { Sheet } from "./sheet"

export const earbuds = [inCase, closeUp, colours]

const chalk = "#efebe3"

/** A stone worn by the sea: the outline of the case from above and from the front. */
const pebble =
  "M230 700C220 560 380 500 610 506C860 512 990 590 976 716C962 850 800 912 590 908C390 904 240 850 230 700z"

function inCase(s: Sheet): string {
  const lid = "M262 560C250 350 400 276 612 280C830 284 960 372 946 566C900 640 330 640 262 560z"
  const hollow = "M292 556C296 420 420 336 610 338C800 340 908 424 914 560C870 600 340 600 292 556z"
  const tray = "M248 648C300 570 440 552 606 554C780 556 912 580 962 660C900 740 320 738 248 648z"
  return (
    stage(s) +
    contact(s, 600, 912, 330) +
    solid(s, lid, chalk, { angle: 50, edge: 12 }) +
    fill(hollow, s.linear(["#b3ada3", "#dcd7cd"])) +
    solid(
      s,
      "M236 690C236 660 240 648 248 640C420 720 780 724 962 650C972 668 976 690 976 716C962 850 800 912 590 908C390 904 240 850 236 690z",
      chalk,
      { angle: 62, edge: 14 },
    ) +
    fill(tray, s.linear(["#8f8a82", "#c9c3b9"])) +
    fill("M334 640a90 34 0 1 0 180 0a90 34 0 1 0 -180 0zM686 640a90 34 0 1 0 180 0a90 34 0 1 0 -180 0z", "#6a655e") +
    place(bud(s), 424, 650, { scale: 0.6, turn: 4, from: [600, 860] }) +
    place(bud(s), 776, 650, { scale: 0.6, turn: -4, flip: true, from: [600, 860] }) +
    fill(
      "M236 690C236 660 240 648 248 640C420 720 780 724 962 650C966 658 970 668 972 676C780 760 420 756 236 690z",
      "#fffaf0",
      0.55,
    ) +
    fill(oval(604, 800, 9), "#7fae6a")
  )
}

/** One bud standing on its stem at y 860, its ear tip to the right. */
function bud(s: Sheet, colour = chalk): string {
  const stem = "M560 560L544 830Q544 862 572 862Q600 862 602 830L640 580z"
  return (
    solid(s, stem, colour, { angle: 20, edge: 8 }) +
    metal(s, "M548 822Q548 862 572 862Q600 862 602 822z", "#c9c4ba", 20) +
    ball(s, "M690 420C756 396 812 440 806 512C800 570 742 590 700 560z", "#d8d3c8") +
    fill("M770 424C812 440 812 560 762 572C788 530 792 462 770 424z", "#8f8a80", 0.55) +
    ball(s, oval(622, 510, 122, 116), colour) +
    dots(s, oval(560, 470, 24, 13), 7, 2.2, "#2b2724", 0.8) +
    rim(s, oval(622, 510, 122, 116), 5, 0.5) +
    stroke("M548 448C566 420 590 408 616 406", "#fffdf7", 12, 0.8)
  )
}

function closeUp(s: Sheet): string {
  const shadow = (d: string) => cast(d, 1.1)
  const face = oval(0, 0, 230)
  const frontOn =
    solid(s, "M-60 150L-46 440Q-44 480 0 480Q44 480 46 440L60 150z", chalk, { angle: 10, edge: 10 }) +
    metal(s, "M-46 430Q-44 480 0 480Q44 480 46 430z", "#c9c4ba", 0) +
    ball(s, face, chalk) +
    ball(s, oval(20, 14, 150, 146), "#cfc9be") +
    ball(s, oval(26, 20, 122, 118), "#e6e1d7") +
    fill(oval(32, 26, 60, 56), "#5a554e") +
    dots(s, oval(32, 26, 54, 50), 11, 3.4, "#d8d2c6", 0.7) +
    rim(s, face, 8, 0.6)
  return (
    surface(s) +
    `<g transform="translate(360 470) rotate(14)">${shadow(`${face}M-60 150L-46 440Q0 480 46 440L60 150z`)}${frontOn}</g>` +
    `<g transform="translate(250 130) rotate(-10 600 600)">${place(shadow(`${oval(622, 510, 122, 116)}M560 560L544 830Q572 862 602 830L640 580z`) + bud(s), 600, 620, { scale: 1.5, from: [600, 620] })}</g>`
  )
}

function colours(s: Sheet): string {
  const stone = (x: number, y: number, turn: number, colour: string) =>
    place(
      cast(pebble, 1.3) +
        solid(s, pebble, colour, { angle: 55, depth: 1.1, edge: 22 }) +
        stroke("M234 724C420 640 800 640 972 736", shade(colour, -0.35), 5, 0.6) +
        stroke("M236 732C420 648 800 648 970 744", "#fffaf0", 4, 0.5) +
        stroke("M330 620C400 570 500 556 600 556", "#fffdf7", 20, 0.35) +
        fill(oval(604, 840, 10), "#fffaf0", 0.6),
      x,
      y,
      { scale: 0.62, turn, from: [600, 700] },
    )
  return surface(s) + stone(420, 330, -14, chalk) + stone(800, 600, 12, "#8f9d88") + stone(410, 880, -6, "#59616a")
}
