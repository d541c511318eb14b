import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"

type Colour = readonly [red: number, green: number, blue: number]

interface Coloured {
  /** The opening tag, and the text up to its end */
  markup: string
  colour: Colour
}

const CONTROL = /<(a|button|input|select|textarea|label)\b(?![^>]*type="hidden")([^>]*)>/g

/** Passes requests on to the shop, and gives each link and control of a page its own colour, by which a test finds it. */
export class ColouredPages {
  html = ""
  /** Pages received so far */
  pages = 0
  #server: Server

  private constructor(private readonly shop: URL) {
    this.#server = createServer((from, to) => {
      const headers = { ...from.headers, "accept-encoding": "identity" }
      const passed = request(
        { host: shop.hostname, port: shop.port, method: from.method, path: from.url, headers },
        (answer) => {
          const isPage = answer.headers["content-type"]?.startsWith("text/html")
          const { "content-length": _, "content-security-policy": __, ...rest } = answer.headers
          to.writeHead(answer.statusCode ?? 500, isPage ? rest : answer.headers)
          if (!isPage) return void answer.pipe(to)
          let html = ""
          answer.setEncoding("utf8").on("data", (part) => {
            html += part
          })
          answer.on("end", () => {
            this.html = colour(html)
            this.pages++
            to.end(this.html)
          })
        },
      )
      passed.on("error", () => to.destroy())
      from.pipe(passed)
    })
  }

  static async open(url: string): Promise<ColouredPages> {
    const pages = new ColouredPages(new URL(url))
    await new Promise<void>((resolve) => pages.#server.listen(0, "127.0.0.1", resolve))
    return pages
  }

  /** NetSurf keeps no cookies for `localhost`. */
  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  addressOf(url: string): string {
    return url.replace(this.shop.origin, this.url)
  }

  controls(): Coloured[] {
    return [
      ...this.html.matchAll(/<(a|button|input|select|textarea|label)\b[^>]*background:rgb\((\d+),(\d+),(\d+)\)[^>]*>/g),
    ].map(({ 0: tag, 1: name, 2: red, 3: green, 4: blue, index }) => {
      const end = this.html.indexOf(`</${name}>`, index)
      const markup = ["a", "button", "label"].includes(name ?? "") ? this.html.slice(index, end) : tag
      return { markup, colour: [Number(red), Number(green), Number(blue)] }
    })
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

/** Light colours, far enough apart for a picture */
function colour(html: string): string {
  let count = 0
  return html.replaceAll(CONTROL, (_, name, attributes) => {
    count++
    const [red, green, blue] = [255 - (count % 12) * 8, 255 - (Math.floor(count / 12) % 12) * 8, 151]
    return `<${name}${attributes.replace(/ ?style="[^"]*"/, "").replace(/\/$/, "")} style="background:rgb(${red},${green},${blue});background-color:rgb(${red},${green},${blue})"${attributes.endsWith("/") ? "/" : ""}>`
  })
}
