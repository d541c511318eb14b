import type { Page } from "playwright"
import { beforeAll, expect, test } from "vitest"
import { type BrowserMode, waitForHydration } from "~/testing/browser/browser.server"
import { openJourney } from "~/testing/browser/journey.server"
import { furnishWithStressContent } from "~/testing/hostile/stress-content.server"
import { stressScreens } from "~/testing/hostile/stress-screens"
import { signInOn } from "~/testing/pages/page-actions.server"

const journey = openJourney()
let content: Awaited<ReturnType<typeof furnishWithStressContent>>

beforeAll(async () => {
  content = await furnishWithStressContent(journey.shop)
})

const mode: BrowserMode = { scripts: true, width: 360 }
/** A page at 400 %, a phone, a tablet. */
const widths = [320, 360, 768]

test("the worst content stays within its page, and within its box, on every screen", async () => {
  const page = await signInOn(journey, mode, content.admin.email)
  const faults: string[] = []
  for (const path of stressScreens(content)) {
    await page.goto(path)
    await waitForHydration(page, mode)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 })
      faults.push(...(await layoutFaults(page)).map((fault) => `${path} at ${width}: ${fault}`))
    }
  }
  expect(faults).toEqual([])
  await page.context().close()
})

/** What scrolls the page sideways, sticks out of its box, or breaks a number into two lines. */
function layoutFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const describe = (element: Element) =>
      `${element.tagName}.${element.className} "${element.textContent?.slice(0, 40)}"`
    const root = document.documentElement
    const faults: string[] = []
    if (root.scrollWidth > root.clientWidth) faults.push(`the page is ${root.scrollWidth} px wide`)
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (words.nextNode()) {
      const node = words.currentNode
      const parent = node.parentElement
      if (!parent?.checkVisibility() || !node.nodeValue?.trim()) continue
      if (parent.closest(".visually-hidden, select, dialog")) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const boxes = [...range.getClientRects()].filter((box) => box.width > 0)
      if (boxes.length === 0) continue
      const scrolls = parent.closest(".admin-nav, .gallery-strip, .range-marks")
      if (!scrolls && boxes.some((box) => box.right > root.clientWidth + 1 || box.left < -1))
        faults.push(`off the page: ${describe(parent)}`)
      const box = parent
        .closest(".panel, td, th, li, dd, .data-table-title, .data-table-detail")
        ?.getBoundingClientRect()
      if (!scrolls && box && boxes.some(({ right, left }) => right > box.right + 1 || left < box.left - 1))
        faults.push(`out of its box: ${describe(parent)}`)
      if (/^[$−-]?[\d,.]+$/.test(node.nodeValue.trim()) && new Set(boxes.map(({ top }) => Math.round(top))).size > 1)
        faults.push(`a broken number: ${describe(parent)}`)
    }
    return faults
  })
}
