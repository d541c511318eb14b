/** The grounds of the catalogue: tinted neutrals that sit beside one another in a grid. */
export const tones = {
  oat: "#ece5d8",
  sand: "#e2d6c4",
  straw: "#e8dcbd",
  clay: "#e0cabb",
  blush: "#ead7cf",
  sage: "#d3d9cb",
  mist: "#d3dbde",
  stone: "#dbd8d2",
  dusk: "#cbcad3",
} as const

export type Tone = keyof typeof tones

/** Towards a warm light (positive) or a warm shadow (negative), -1 to 1: every solid of the catalogue is shaded with it. */
export function shade(colour: string, amount: number): string {
  return amount >= 0 ? mix(colour, "#fffaf0", amount) : mix(colour, "#1a1411", -amount)
}

export function mix(from: string, to: string, part: number): string {
  const a = channels(from)
  const b = channels(to)
  return `#${a.map((value, i) => hex(value + ((b[i] as number) - value) * part)).join("")}`
}

function channels(colour: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))
}

function hex(value: number): string {
  return Math.round(Math.min(255, Math.max(0, value)))
    .toString(16)
    .padStart(2, "0")
}
