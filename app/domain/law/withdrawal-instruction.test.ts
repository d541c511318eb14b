import { describe, expect, test } from "vitest"
import { withdrawalInstruction } from "./withdrawal-instruction"

const seller = {
  name: "Oak & Co",
  address: "1 Main Street\n10115 Berlin",
  telephone: "+49 30 1234567",
  email: "hello@oak.example",
}
const shop = { seller, withdrawAt: "https://oak.example/withdraw", paysForReturns: false }
/** Without the marks of Markdown */
const plain = (text: string) => text.replaceAll(/\\(?=[!-/:-@[-`{-~])/g, "")

describe("the instructions and the form of Directive 2011/83/EU, Annex I", () => {
  const text = plain(withdrawalInstruction("eu", shop))

  test.each([
    "You have the right to withdraw from this contract within 14 days without giving any reason.",
    "on which you acquire, or a third party other than the carrier and indicated by you acquires, physical possession of the goods.",
    "you must inform us (Oak & Co, 1 Main Street, 10115 Berlin, +49 30 1234567, hello@oak.example) of your decision",
    "You can also exercise your right of withdrawal online at <https://oak.example/withdraw>.",
    "including its content and the date and time of its submission, without undue delay.",
    "whichever is the earliest.",
    "You will have to bear the direct cost of returning the goods.",
    "- To Oak & Co, 1 Main Street, 10115 Berlin, hello@oak.example:",
    "I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*)/for the provision of the following service (*),",
    "(*) Delete as appropriate.",
  ])("say: %s", (sentence) => {
    expect(text).toContain(sentence)
  })

  test("name the payer of the parcel that comes back, and leave out empty settings", () => {
    const bare = { ...seller, address: "", telephone: "" }
    const free = plain(withdrawalInstruction("eu", { ...shop, seller: bare, paysForReturns: true }))
    expect(free).toContain("We will bear the cost of returning the goods.")
    expect(free).not.toContain("direct cost")
    expect(free).toContain("inform us (Oak & Co, hello@oak.example) of")
  })
})

test("the UK's model speaks of a right to cancel, and its form names the telephone", () => {
  const text = plain(withdrawalInstruction("uk", shop))
  expect(text).toContain("You have the right to cancel this contract within 14 days without giving any reason.")
  expect(text).toContain("or any other clear statement on our website <https://oak.example/withdraw>.")
  expect(text).toContain("- To Oak & Co, 1 Main Street, 10115 Berlin, +49 30 1234567, hello@oak.example:")
  expect(text).not.toContain("right of withdrawal")
})
