import { createServer, request, type Server } from "node:http"
import type { AddressInfo } from "node:net"
import { type HtmlElement, type HtmlNode, parseHtml } from "../markup/html-tree"

type Colour = readonly [red: number, green: number, blue: number]

export interface Control {
  element: HtmlElement
  colour: Colour
  /** The number of characters of the page's text before it */
  at: number
}

const CONTROL = /<(a|button|input|select|textarea|label|summary)\b(?![^>]*type="hidden")([^>]*)>/g

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

  /** The page's text, and its links and controls */
  read(): { text: string; controls: Control[] } {
    const controls: Control[] = []
    let text = ""
    const walk = (node: HtmlNode) => {
      if (typeof node === "string") text += node.replaceAll(/\s+/g, " ")
      else {
        const colour = COLOUR.exec(node.attributes.style ?? "")
        if (colour && node.tag !== "span")
          controls.push({
            element: node,
            colour: [Number(colour[1]), Number(colour[2]), Number(colour[3])],
            at: text.length,
          })
        node.children.forEach(walk)
      }
    }
    walk(parseHtml(this.html))
    return { text, controls }
  }

  close(): void {
    this.#server.closeAllConnections()
    this.#server.close()
  }
}

const COLOUR = /background-color:rgb\((\d+),(\d+),(\d+)\)/

/** Drawn by some programs without the page's colours */
const isOwnDrawing = (name: string, attributes: string) =>
  name === "select" || (name === "input" && /type="(?:checkbox|radio|file)"/.test(attributes))

/** Light colours, far enough apart for a picture */
function colour(html: string): string {
  let count = 0
  return html
    .replaceAll(CONTROL, (_, name, attributes) => {
      count++
      const step = (unit: number, steps: number) => (Math.floor(count / unit) % steps) * 8
      const rgb = `rgb(${255 - step(1, 12)},${255 - step(12, 12)},${151 - step(144, 12)})`
      const style = `background:${rgb};background-color:${rgb}`
      const own = attributes.replace(/ ?style="[^"]*"/, "")
      const end = own.endsWith("/") ? "/" : ""
      const tag = `<${name}${own.replace(/\/$/, "")} style="${style}"${end}>`
      // A link around blocks has no background of its own.
      if (name === "a") return `${tag}<span style="${style}">\u00a0\u00a0\u00a0</span>`
      if (!isOwnDrawing(name, own)) return tag
      const frame = `<span style="${style};padding:4px">${tag}`
      return name === "select" ? frame : `${frame}</span>`
    })
    .replaceAll("</select>", "</select></span>")
}
