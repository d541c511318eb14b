import { type Tone, tones } from "./colour"

/** A colour, or a colour with its offset (0 to 1) and, if it is to be seen through, its opacity. */
export type Stop = string | [colour: string, offset: number, opacity?: number]

/** The sheet a product is drawn on, 1200 by 1200: it hands out gradients and clips and keeps their definitions. */
export class Sheet {
  readonly ground: string
  #definitions = new Map<string, string>()

  constructor(readonly tone: Tone) {
    this.ground = tones[tone]
  }

  /** A gradient across whatever it fills; 0° runs to the right, 90° downwards. */
  linear(stops: Stop[], angle = 90): string {
    const turn = (angle * Math.PI) / 180
    const x = Math.cos(turn) / 2
    const y = Math.sin(turn) / 2
    const ends = `x1="${fixed(0.5 - x)}" y1="${fixed(0.5 - y)}" x2="${fixed(0.5 + x)}" y2="${fixed(0.5 + y)}"`
    return this.#paint("linearGradient", ends, stops)
  }

  /** A round gradient; centre and radius are parts of what it fills. */
  radial(stops: Stop[], cx = 0.5, cy = 0.5, r = 0.5): string {
    return this.#paint("radialGradient", `cx="${fixed(cx)}" cy="${fixed(cy)}" r="${fixed(r)}"`, stops)
  }

  /** Only what lies inside the outline. */
  clip(outline: string, body: string): string {
    return `<g clip-path="url(#${this.#define("clipPath", "", `<path d="${outline}"/>`)})">${body}</g>`
  }

  document(body: string): string {
    const definitions = [...this.#definitions.values()].join("")
    const drawing = `<defs>${definitions}</defs>${body}`.replace(/-?\d+\.\d{3,}/g, (value) => fixed(Number(value)))
    return `<svg xmlns="http://www.w3.org/2000/svg" width="1200" height="1200" viewBox="0 0 1200 1200">${drawing}</svg>`
  }

  #paint(kind: string, attributes: string, stops: Stop[]): string {
    const last = Math.max(1, stops.length - 1)
    const marks = stops.map((stop, i) => {
      const [colour, offset, opacity] = typeof stop === "string" ? [stop, i / last] : stop
      const through = opacity === undefined ? "" : ` stop-opacity="${fixed(opacity)}"`
      return `<stop offset="${fixed(offset)}" stop-color="${colour}"${through}/>`
    })
    return `url(#${this.#define(kind, attributes, marks.join(""))})`
  }

  #define(kind: string, attributes: string, content: string): string {
    const key = `${kind} ${attributes} ${content}`
    const known = this.#definitions.get(key)
    if (known) return known.slice(known.indexOf('id="') + 4, known.indexOf('"', known.indexOf('id="') + 4))
    const id = `d${this.#definitions.size}`
    this.#definitions.set(key, `<${kind} id="${id}" ${attributes}>${content}</${kind}>`)
    return id
  }
}

function fixed(value: number): string {
  return String(Math.round(value * 100) / 100)
}
