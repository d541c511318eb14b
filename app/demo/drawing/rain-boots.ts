import { shade } from "./colour"
import { contact, folds, glow, rim, solid, stage } from "./light"
import { brass, metal } from "./material"
import { box, fill, oval, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"

export const rainBoot = [rainProfile, rainFront, rainPuddle]

const rubber = "#3f4f43"

function rainProfile(s: Sheet): string {
  return stage(s, 0.7) + contact(s, 600, 1000, 320) + place(rain(s), 590, 1000)
}

/** In profile, toe to the right, standing on y 920. */
function rain(s: Sheet): string {
  const upper =
    "M340 856C320 760 350 660 346 520C342 380 324 260 326 140C400 120 540 120 612 140C616 300 600 420 614 540C640 640 740 680 850 716C920 746 950 790 948 850C800 872 700 872 620 856C520 850 440 868 340 856z"
  const foxing =
    "M334 830C440 836 520 820 620 832C740 848 860 846 950 822C954 850 950 872 940 886C800 900 700 898 610 886C520 878 440 892 336 888C330 868 330 848 334 830z"
  return (
    solid(s, "M336 880H560L548 920H342z", "#2a2f2b") +
    solid(s, upper, rubber, { angle: 40, depth: 1.3, edge: 14 }) +
    folds(
      s,
      upper,
      ["M360 560C440 590 540 580 600 550", "M356 640C420 680 480 690 520 680", "M620 620C640 680 640 740 620 800"],
      18,
      0.8,
    ) +
    solid(s, "M320 132C400 110 540 110 618 132L616 178C540 160 400 160 324 178z", shade(rubber, 0.12), { edge: 5 }) +
    stroke("M350 180V820", shade(rubber, -0.3), 3, 0.6) +
    solid(s, "M560 190C590 190 606 206 606 232L600 300L540 292L546 206z", shade(rubber, 0.06), { edge: 5 }) +
    stroke("M420 226H600", "#8a5a3a", 26) +
    stitches("M424 226H596", "#d9b58e", 2.5, 8) +
    metal(s, box(478, 204, 52, 46, 8), brass, 50) +
    fill(box(490, 214, 28, 26, 4), "#8a5a3a") +
    stroke("M494 228H528", brass, 5) +
    solid(s, foxing, "#2c322e", { angle: 80, edge: 6 }) +
    solid(s, "M740 700C800 700 920 730 948 820C900 780 820 740 740 700z", shade(rubber, 0.1), { edge: 5 }) +
    glow(s, 390, 360, 30, 220, 0.5) +
    glow(s, 790, 728, 130, 30, 0.6, "#fffaf0", 22)
  )
}

/** From the front with an open top, standing on y 920 around x 600. */
function rainFace(s: Sheet): string {
  const shaft =
    "M470 200C520 180 680 180 730 200C736 400 716 540 722 660C764 720 776 800 764 880H436C424 800 436 720 478 660C484 540 464 400 470 200z"
  return (
    solid(s, shaft, rubber, { angle: 20, depth: 1.3, edge: 14 }) +
    solid(s, oval(600, 200, 131, 34), shade(rubber, 0.15), { edge: 5 }) +
    fill(oval(600, 202, 114, 24), s.linear(["#141614", "#7f7561"])) +
    stroke("M478 300C540 322 660 322 722 300", "#8a5a3a", 24) +
    metal(s, box(676, 286, 40, 40, 8), brass, 50) +
    folds(s, shaft, ["M490 600C550 640 650 640 710 600", "M500 560C560 590 640 590 700 560"], 14) +
    solid(s, "M430 880C420 770 490 690 600 690S780 770 770 880z", shade(rubber, 0.04), { angle: 60, edge: 10 }) +
    solid(s, box(418, 862, 364, 58, 22), "#2c322e", { edge: 6 }) +
    glow(s, 524, 400, 30, 210, 0.5) +
    glow(s, 550, 750, 90, 40, 0.6, "#fffaf0", -30)
  )
}

function rainFront(s: Sheet): string {
  return (
    stage(s) +
    contact(s, 410, 940, 190) +
    contact(s, 800, 940, 190) +
    place(rainFace(s), 405, 940) +
    place(rainFace(s), 795, 940, { flip: true })
  )
}

function rainPuddle(s: Sheet): string {
  const water = "M60 1010C90 920 320 890 600 890S1120 920 1150 1000C1150 1090 900 1130 600 1130S50 1100 60 1010z"
  const boot = rain(s)
  const mirrored = `<g transform="matrix(1 0 0 -1 0 1960)" opacity=".22">${place(boot, 480, 980, { scale: 0.7 })}${place(boot, 700, 1000, { scale: 0.74 })}</g>`
  const drops = times(44, (i) => {
    const x = (i * 197) % 1200
    const y = (i * 331) % 900
    return stroke(`M${x} ${y}l-8 ${34 + (i % 4) * 10}`, "#ffffff", 3, 0.5)
  })
  const rings = [
    [220, 1010, 60],
    [980, 970, 74],
    [900, 1070, 40],
    [330, 1080, 34],
  ]
    .map(
      ([x = 0, y = 0, r = 0]) =>
        stroke(oval(x, y, r, r * 0.26), "#ffffff", 3, 0.55) + stroke(oval(x, y, r * 0.5, r * 0.13), "#ffffff", 3, 0.6),
    )
    .join("")
  return (
    fill(box(0, 0, 1200, 1200), s.linear(["#c7cdca", "#d8d8cf", "#b4b2a6"])) +
    drops +
    fill(box(0, 860, 1200, 340), s.linear(["#a9a89c", "#8b8a80"])) +
    fill(water, s.linear(["#b9c3c3", "#8f9c9d"])) +
    rim(s, water, 8, 0.6) +
    s.clip(water, mirrored) +
    rings +
    contact(s, 480, 980, 150) +
    place(boot, 470, 984, { scale: 0.7 }) +
    contact(s, 710, 1004, 160) +
    place(boot, 700, 1006, { scale: 0.74 })
  )
}
