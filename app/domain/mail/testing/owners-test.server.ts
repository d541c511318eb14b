import { afterEach, beforeEach } from "vitest"
import type { Member, Staff } from "~/domain/accounts/actor"
import type { Shop } from "~/domain/shop"
import { signUp, signUpAdmin } from "~/testing/shop/test-orders.server"
import { openTestShop, type TestShop } from "~/testing/shop/test-shop.server"
import { queueOwnerEmails } from "../owner-notifications.server"

export const OWNERS = ["owner@shop.test", "packer@shop.test"]

interface OwnersTest extends TestShop {
  admin: Staff
  ada: Member
}

/** A shop with two owners, new for each test because mails are counted */
export function openOwnersTest(): OwnersTest {
  const here = {} as OwnersTest
  beforeEach(async () => {
    const opened = await openTestShop()
    const shop = withOwners(opened.shop, OWNERS)
    const admin = await signUpAdmin(shop)
    const ada = await signUp(shop, "ada@shop.test", "Ada Lovelace")
    Object.assign(here, { ...opened, shop, admin, ada })
  })
  afterEach(() => here.close())
  return here
}

function withOwners(base: Shop, owners: string[]): Shop {
  return { ...base, owners, transaction: (work) => base.transaction((tx) => work({ ...tx, owners })) }
}

/** Mails to an owner, oldest first */
export function mailsTo({ shop }: OwnersTest, address = "owner@shop.test") {
  return shop.db
    .selectFrom("mails")
    .select(["subject", "text_body", "html_body"])
    .where("recipient", "=", address)
    .orderBy("created_at")
    .orderBy("id")
    .execute()
}

/** The subjects of mails to the first owner, sorted */
export async function subjectsOf(here: OwnersTest): Promise<string[]> {
  await queueOwnerEmails(here.shop)
  return (await mailsTo(here)).map(({ subject }) => subject).sort()
}
