import { type Browser, type CDPSession, chromium, type Page } from "playwright"
import { installedChromium } from "~/commands/clone/chromium.mjs"

/** A form that the browser offers to agents */
export interface OfferedTool {
  name: string
  description: string
  inputSchema: { properties: Record<string, { description?: string }>; required: string[] }
  annotations?: { autosubmit?: boolean }
  frameId: string
}

/** A browser with declarative WebMCP, which is an origin trial. Returns null if this Chromium does not know it. */
export async function openAgentBrowser(): Promise<Browser | null> {
  const args = ["--no-sandbox", "--disable-gpu", "--enable-blink-features=WebMCP,DeclarativeWebMCP"]
  const browser = await chromium.launch({ executablePath: installedChromium() ?? undefined, args })
  const page = await browser.newPage()
  const session = await page.context().newCDPSession(page)
  const isKnown = await send(session, "WebMCP.enable").then(
    () => true,
    () => false,
  )
  await page.close()
  if (isKnown) return browser
  await browser.close()
  return null
}

/** What an agent in the browser sees of a page: the tools, which change with each document. */
export class Agent {
  readonly #tools = new Map<string, OfferedTool>()

  private constructor(
    readonly page: Page,
    private readonly session: CDPSession,
  ) {
    const listen = session as unknown as { on(event: string, listener: (params: never) => void): void }
    listen.on("WebMCP.toolsAdded", ({ tools }: { tools: OfferedTool[] }) => {
      for (const tool of tools) this.#tools.set(tool.name, tool)
    })
    listen.on("WebMCP.toolsRemoved", ({ tools }: { tools: { name: string }[] }) => {
      for (const { name } of tools) this.#tools.delete(name)
    })
  }

  static async at(page: Page): Promise<Agent> {
    const session = await page.context().newCDPSession(page)
    const agent = new Agent(page, session)
    await send(session, "WebMCP.enable")
    return agent
  }

  get tools(): OfferedTool[] {
    return [...this.#tools.values()]
  }

  tool(name: string): OfferedTool | undefined {
    return this.#tools.get(name)
  }

  /** Calls a tool and waits until the browser has submitted the form, or has only filled it in. */
  async call(name: string, input: Record<string, unknown>): Promise<void> {
    const { frameId } = this.tool(name) as OfferedTool
    await send(this.session, "WebMCP.invokeTool", { frameId, toolName: name, input })
  }
}

function send(session: CDPSession, method: string, params: object = {}): Promise<unknown> {
  return (session as unknown as { send(method: string, params: object): Promise<unknown> }).send(method, params)
}
