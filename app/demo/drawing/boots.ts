import { shade } from "./colour"
import { contact, folds, glow, rim, solid, stage } from "./light"
import { brass, metal } from "./material"
import { box, fill, oval, type Point, place, stitches, stroke, times } from "./shape"
import type { Sheet } from "./sheet"
import { bow, creases, laces, seam } from "./shoe-parts"

export const hikingBoot = [hikingProfile, hikingFront, hikingCamp]
export const rainBoot = [rainProfile, rainFront, rainPuddle]

const tan = "#b98553"
const red = "#b5402f"
const rubber = "#3f4f43"

function hikingProfile(s: Sheet): string {
  return stage(s) + contact(s, 610, 926, 410) + place(hiking(s), 600, 926, { from: [600, 912] })
}

/** In profile, toe to the right, the lugs on y 912. */
function hiking(s: Sheet): string {
  const upper =
    "M226 812C208 720 232 600 226 470C222 400 208 350 222 318C270 286 400 276 470 300C500 312 506 340 512 372C540 470 590 560 690 616C800 660 980 690 1004 812z"
  const collar =
    "M218 330C210 296 230 276 270 270C360 258 440 262 480 284C510 304 508 350 490 372C400 390 300 392 226 376C220 360 220 344 218 330z"
  const tongue = "M452 290C462 244 500 220 532 236C552 262 540 330 552 372L510 420z"
  const randBand =
    "M212 790C210 750 214 720 222 700C320 744 460 752 560 746C700 736 780 690 860 686C950 700 1006 750 1010 800L1008 822H216z"
  const midsole =
    "M196 808C300 820 420 826 560 818C720 812 880 812 1020 796C1030 820 1026 846 1010 862C860 876 360 878 204 868C194 848 192 826 196 808z"
  const hooks: Point[] = [
    [446, 330],
    [452, 388],
    [462, 446],
    [482, 504],
    [514, 558],
    [560, 604],
  ]
  return (
    solid(s, tongue, shade(tan, -0.22)) +
    solid(s, upper, tan, { angle: 55, depth: 1.1, edge: 12 }) +
    creases(s, upper, 700, 640) +
    folds(s, upper, ["M250 480C320 510 380 506 420 490", "M300 600C320 660 330 700 330 740"], 13, 0.6) +
    solid(
      s,
      "M428 300L500 318C512 400 530 480 590 556C630 600 664 620 700 634L640 690C540 640 470 560 446 470C434 420 428 360 428 300z",
      shade(tan, -0.18),
      { edge: 6 },
    ) +
    seam("M428 390C440 500 500 620 640 690", tan) +
    seam("M232 480C290 510 330 600 336 740", tan) +
    seam("M560 640C520 680 480 730 470 752", tan) +
    solid(s, collar, "#5a4a3c", { angle: 40, edge: 8 }) +
    folds(s, collar, ["M300 280C296 320 300 350 306 380", "M380 270C376 310 380 350 388 380"], 10) +
    solid(s, randBand, "#45413e", { angle: 70, edge: 6 }) +
    laces(
      hooks,
      [
        [496, 322],
        [508, 380],
        [524, 434],
        [548, 488],
        [584, 536],
        [630, 578],
      ],
      red,
      13,
      "#5c5650",
    ) +
    stroke("M224 320C190 290 196 250 236 276", "#5a4a3c", 14) +
    solid(s, midsole, "#d9d2c3", { angle: 85, edge: 5 }) +
    times(14, (i) => fill(`M${206 + i * 58} 862h44l-5 48h-34z`, "#2f2c2a")) +
    fill("M200 850C420 866 800 866 1016 842L1010 872C820 888 380 888 204 880z", "#2f2c2a")
  )
}

function hikingFront(s: Sheet): string {
  const one = frontBoot(s, tan, hikingFace(s), "#45413e")
  return (
    stage(s) +
    contact(s, 380, 936, 200) +
    contact(s, 820, 936, 200) +
    place(one, 385, 936, { turn: -1 }) +
    place(one, 815, 936, { flip: true, turn: 1 })
  )
}

/** A boot from the front, standing on y 920 around x 600. */
function frontBoot(s: Sheet, colour: string, face: string, sole: string): string {
  const shaft =
    "M486 300C520 276 680 276 714 300C724 440 716 540 724 640C770 700 776 790 764 860H436C424 790 430 700 476 640C484 540 476 440 486 300z"
  const toe = "M430 862C420 740 480 660 600 660S780 740 770 862z"
  return (
    solid(s, shaft, colour, { angle: 25, depth: 1.2, edge: 12 }) +
    face +
    solid(s, toe, colour, { angle: 60, edge: 10 }) +
    solid(s, "M424 850C428 790 450 740 480 716C540 770 660 770 720 716C750 740 772 790 776 850L778 872H422z", sole, {
      edge: 6,
    }) +
    fill(box(414, 866, 372, 50, 14), "#2b2927") +
    times(6, (i) => fill(box(430 + i * 60, 896, 40, 26, 5), "#211f1e"))
  )
}

function hikingFace(s: Sheet): string {
  const left: Point[] = times(7, (i) => `${556 - i * 4} ${340 + i * 48},`)
    .split(",")
    .filter(Boolean)
    .map((p) => p.split(" ").map(Number) as unknown as Point)
  const right = left.map(([x, y]) => [1200 - x, y] as Point)
  const cross = left
    .slice(0, -1)
    .map(([x, y], i) => {
      const [u, v] = right[i + 1] as Point
      return (
        stroke(`M${x} ${y}L${u} ${v}M${1200 - x} ${y}L${1200 - u} ${v}`, shade(red, -0.35), 15) +
        stroke(`M${x} ${y}L${u} ${v}M${1200 - x} ${y}L${1200 - u} ${v}`, red, 11)
      )
    })
    .join("")
  return (
    solid(s, "M540 250C570 226 630 226 660 250L668 660H532z", shade(tan, -0.2)) +
    solid(s, "M486 300C500 284 520 280 540 284L552 660H478C484 540 478 420 486 300z", shade(tan, -0.06), { edge: 6 }) +
    solid(s, "M714 300C700 284 680 280 660 284L648 660H722C716 540 722 420 714 300z", shade(tan, -0.12), { edge: 6 }) +
    laces(left, right, red, 11, brass) +
    cross +
    left
      .concat(right)
      .map(([x, y]) => metal(s, oval(x, y, 9), brass, 50))
      .join("") +
    bow(600, 330, red, 0.9)
  )
}

function hikingCamp(s: Sheet): string {
  const sky = s.linear(["#8f93a5", "#c9a79a", "#ecc9a2"])
  const tent = "M120 900L470 330L860 900z"
  return (
    fill(box(0, 0, 1200, 1200), sky) +
    fill("M0 640C180 540 300 500 430 560S700 480 860 540S1080 470 1200 520V950H0z", "#8a8594") +
    fill("M0 740C240 640 420 700 640 660S1000 640 1200 690V950H0z", "#6d6b78") +
    fill("M0 880C300 840 900 840 1200 880V1220H0z", s.linear(["#6c6b5c", "#45463d"])) +
    fill(
      oval(470, 700, 420, 330),
      s.radial([
        ["#ffd591", 0, 0.45],
        ["#ffd591", 1, 0],
      ]),
    ) +
    solid(s, tent, "#d59a54", { angle: 20, edge: 10 }) +
    fill("M470 330L560 900H860z", "#8c5c34", 0.5) +
    fill("M470 340L370 900H540z", s.linear(["#fff0c4", "#f2bd70"])) +
    stroke("M470 340L456 900", "#8c5c34", 4) +
    stroke("M120 900L40 940M860 900L960 950M470 330V290", "#3f3a33", 5) +
    contact(s, 800, 1092, 280, 1.2) +
    place(hiking(s), 800, 1094, { scale: 0.66, from: [600, 912] }) +
    times(16, (i) =>
      stroke(
        `M${30 + i * 78} ${1140 + ((i * 37) % 40)}q${(i % 5) * 6 - 12} -40 ${(i % 3) * 14 - 14} -70`,
        "#33362e",
        5,
        0.8,
      ),
    ) +
    fill(box(0, 0, 1200, 1200), "#3a2f3a", 0.1)
  )
}

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
