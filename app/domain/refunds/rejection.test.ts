import { expect, test } from "vitest"
import { migrate } from "~db/migrate.server"
import { openOldDatabase } from "~db/testing/test-old-database"
import { outOfStock, rejection, rejectionMessage } from "./rejection"
import { withReason } from "./rejection-columns.server"

const line = (name: string, discontinued = false) => ({ name, discontinued })
const cases = [
  outOfStock([line("Tray")]),
  outOfStock([line("Tray"), line("Bowl")]),
  outOfStock(["Tray", "Bowl", "Mug", "Lamp"].map((name) => line(name))),
  outOfStock(["Tray", "Bowl", "Mug", "Lamp", "Vase"].map((name) => line(name))),
  outOfStock([line("Tray"), line("Bowl", true)]),
  outOfStock([line("Tray", true), line("Bowl", true)]),
  outOfStock([]),
  rejection("amount-mismatch"),
  rejection("duplicate"),
  rejection("no-order"),
]
const sentences = [
  "Tray sold out before the payment arrived",
  "Tray and Bowl sold out before the payment arrived",
  "Tray, Bowl, Mug, and another product sold out before the payment arrived",
  "Tray, Bowl, Mug, and 2 other products sold out before the payment arrived",
  "Tray sold out before the payment arrived; Bowl is no longer sold",
  "Tray and Bowl are no longer sold",
  "What was ordered sold out before the payment arrived",
  "The amount paid differs from the order's total",
  "This order was already paid with another payment",
  "The payment was made, but no order was placed",
]

test("what sold out is named, and so is what is no longer sold", () => {
  expect(cases.map(rejectionMessage)).toEqual(sentences)
})

test("the sentences that an earlier release stored become codes and names, and read as before", async () => {
  const old = await openOldDatabase("0018_form_submissions")
  try {
    const user = "0".repeat(24)
    const awkward = [
      "Salt, pepper and sugar, Mug, and 2 other products sold out before the payment arrived",
      "Salt and pepper set is no longer sold",
    ]
    const formerSentence = "The payment was made, but no order followed"
    const stored = [...sentences, ...awkward, formerSentence]
    const idOf = (index: number) => index.toString(16).padStart(24, "0")
    await old.client.query(
      "insert into users (id, name, email, password_hash) values ($1, 'Ada', 'ada@earlier.test', '-')",
      [user],
    )
    for (const [index, reason] of stored.entries()) {
      await old.client.query(
        `insert into payments (id, user_id, kind, amount, status, gateway_id, intent_id, closed_at)
         values ($1, $2, 'intent', 100, 'succeeded', $3, $3, now())`,
        [idOf(index), user, `pi_${index}`],
      )
      await old.client.query(
        "insert into refunds (id, payment_id, payment_intent_id, amount, reason) values ($1, $1, $2, 100, $3)",
        [idOf(index), `pi_${index}`, reason],
      )
    }
    await migrate(old.url)
    const { rows } = await old.client.query("select reason, rejection, sold_out, discontinued from refunds order by id")
    expect(rows.map((row) => withReason(row).reason)).toEqual([
      ...sentences,
      ...awkward,
      rejectionMessage(rejection("no-order")),
    ])
    expect(rows.map((row) => row.rejection)).toEqual([
      ...cases.map(({ reason }) => reason),
      "out-of-stock",
      "out-of-stock",
      "no-order",
    ])
    expect(rows[4]).toEqual({
      reason: null,
      rejection: "out-of-stock",
      sold_out: ["Tray"],
      discontinued: ["Bowl"],
    })
    expect(rows[3].sold_out).toHaveLength(5)
  } finally {
    await old.close()
  }
})
