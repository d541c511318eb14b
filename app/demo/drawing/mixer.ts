import { shade } from "./colour"
import { ball, contact, glow, rim, soft, solid, stage, surface, tube } from "./light"
import { metal, oak, steel } from "./material"
import { sunlitWall, table } from "./scene"
import { box, fill, oval, place, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const standMixer = [hero, tools, atWork]

const sage = "#93a58c"

/** The mixer in profile, head to the left, standing on y 920. */
function mixer(s: Sheet): string {
  const base = "M190 880C190 850 230 840 290 840H880C950 840 990 860 990 890V900Q990 920 960 920H220Q190 920 190 900z"
  const column = "M700 850C690 760 690 640 700 520H930C960 620 976 760 966 850z"
  const head =
    "M210 330C250 290 400 260 600 256C800 254 920 270 960 330C990 390 980 480 930 520C840 550 720 540 640 520L520 520C440 520 300 520 240 480C190 440 180 370 210 330z"
  const bowl = "M240 580H620C620 720 580 820 520 838H340C280 820 240 720 240 580z"
  return (
    solid(s, column, sage, { angle: 10, depth: 1.2, edge: 10 }) +
    solid(s, base, sage, { angle: 80, edge: 10 }) +
    tube(s, box(400, 510, 60, 90, 10), steel) +
    fill("M410 600C380 640 370 700 400 760H460C490 700 480 640 450 600z", "#8b8d8b", 0.5) +
    metal(s, bowl, steel) +
    rim(s, bowl, 8) +
    tube(s, box(228, 570, 404, 22, 11), shade(steel, 0.1)) +
    stroke("M618 640C680 640 680 730 600 740", shade(steel, -0.2), 19) +
    stroke("M618 636C672 636 672 724 604 734", "#f4f2ee", 5, 0.8) +
    tube(s, box(330, 836, 200, 20, 8), shade(steel, -0.2)) +
    solid(s, head, sage, { angle: 70, depth: 1.2, edge: 14 }) +
    fill("M216 400C400 380 800 380 974 400L976 424C800 404 400 404 214 426z", "#dfdcd4") +
    rim(s, "M216 400C400 380 800 380 974 400L976 424C800 404 400 404 214 426z", 4) +
    metal(s, oval(222, 410, 26, 34), steel, 30) +
    glow(s, 480, 300, 240, 26, 0.75, "#fffaf0", -3) +
    solid(s, oval(850, 470, 26), "#e9e5db", { edge: 5 }) +
    stroke("M850 470L884 452", "#e9e5db", 13) +
    fill(oval(740, 470, 7), "#e9e5db")
  )
}

function hero(s: Sheet): string {
  return stage(s) + contact(s, 600, 940, 410) + place(mixer(s), 600, 940)
}

function tools(s: Sheet): string {
  const shank = (x: number) =>
    metal(s, box(x - 17, 190, 34, 190, 10), steel) + fill(box(x - 26, 250, 52, 12, 5), "#6f6e6b")
  const wires = [
    [150, 0],
    [112, 1],
    [66, 2],
    [18, 3],
  ]
    .map(
      ([w = 0]) =>
        `M230 370C${230 - w * 1.3} 520 ${230 - w * 1.4} 860 230 960C${230 + w * 1.4} 860 ${230 + w * 1.3} 520 230 370`,
    )
    .join("")
  const paddle =
    "M520 400H680L780 560C800 640 790 760 740 850C700 920 640 960 600 960S500 920 460 850C410 760 400 640 420 560zM560 480L490 580C476 640 480 740 510 810H570V480zM640 480V810H690C720 740 724 640 710 580zM570 860H630L600 900z"
  const hook = "M960 370C960 460 1060 480 1070 600C1080 760 980 800 900 770C840 746 830 660 880 640"
  return (
    surface(s) +
    `<g transform="translate(16 24)">${soft(wires, "#000000", 14, 0.3)}${soft(hook, "#000000", 70, 0.36)}</g>` +
    `<g transform="translate(16 24)" opacity=".25"><path d="${paddle}" fill-rule="evenodd" fill="#2a1d14"/></g>` +
    stroke(wires, shade(steel, -0.4), 13) +
    `<g transform="translate(-2 -2)">${stroke(wires, shade(steel, 0.7), 6)}</g>` +
    tube(s, box(196, 350, 68, 70, 20), steel) +
    shank(230) +
    `<g fill-rule="evenodd">${fill(paddle, s.linear(["#f4f3ef", "#c4c3bf", "#a3a29e"], 40))}</g>` +
    stroke(paddle, "#ffffff", 4, 0.6) +
    shank(600) +
    stroke(hook, shade(steel, -0.4), 62) +
    stroke(hook, steel, 52) +
    `<g transform="translate(-8 -8)">${stroke(hook, "#f7f5f1", 13, 0.8)}</g>` +
    shank(960)
  )
}

function atWork(s: Sheet): string {
  const egg = (x: number, y: number, turn: number, colour: string) =>
    `${contact(s, x, y + 46, 46, 0.7)}<g transform="rotate(${turn} ${x} ${y})">${ball(s, oval(x, y, 60, 46), colour)}</g>`
  const bag = "M120 950L134 660C180 640 280 640 330 660L346 950z"
  return (
    sunlitWall(s, 40, -80) +
    table(s, 950, oak, 300) +
    contact(s, 700, 954, 330) +
    place(mixer(s), 690, 958, { scale: 0.78 }) +
    contact(s, 232, 954, 130) +
    solid(s, bag, "#e6dcc6", { angle: 20, edge: 8 }) +
    fill("M134 660C180 640 280 640 330 660L326 710C270 696 190 696 138 710z", "#cfc2a6") +
    fill(box(180, 770, 106, 90, 8), "#b98d58", 0.8) +
    egg(200, 1030, -10, "#e3c6a4") +
    egg(330, 1050, 14, "#d6ac84") +
    contact(s, 1040, 1060, 130) +
    tube(
      s,
      "M910 950C910 940 1170 940 1170 950C1170 1010 1120 1062 1080 1066H1000C960 1062 910 1010 910 950z",
      "#d8d1c2",
    ) +
    fill(oval(1040, 950, 126, 17), "#faf6ec") +
    times(16, (i) => fill(oval(480 + ((i * 53) % 300), 1000 + ((i * 31) % 70), 4 + (i % 3), 2), "#fffaf0", 0.8))
  )
}
