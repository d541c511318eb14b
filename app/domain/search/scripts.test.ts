import { sql } from "kysely"
import { describe, expect, test } from "vitest"
import { publishProduct } from "~/domain/catalog/editing/publish-product.server"
import { reindexProducts } from "~/domain/catalog/reindex-products.server"
import { findNearest } from "./nearest.server"
import { suggest } from "./suggestions.server"
import { openSearchTest } from "./testing/search-test.server"

const here = openSearchTest()

const find = (keyword: string) => here.names(String(new URLSearchParams({ keyword })))

describe("a name in a script without spaces", () => {
  test.each([
    ["Chinese", "陶瓷咖啡杯", ["咖啡", "咖啡杯", "瓷咖啡", "杯", "陶瓷 杯", "陶瓷咖啡杯"], ["咖杯", "啡咖", "茶"]],
    [
      "Japanese",
      "ガラスのコーヒーカップ",
      ["コーヒー", "カップ", "ガラス", "ｶﾞﾗｽ", "ガラス", "がらす", "こーひー"],
      ["カラス", "グラス"],
    ],
    ["Hiragana", "どんぶりとらーめん", ["ラーメン", "らーめん", "ドンブリ", "ﾄﾞﾝﾌﾞﾘ"], ["トンフリ"]],
    ["Thai", "แก้วกาแฟเย็น", ["กาแฟ", "แก้ว", "เย็น", "กาแฟเย็น", "กาแ"], ["กาแก้ว", "กาฟ"]],
    ["Khmer", "ពែងកាហ្វេ", ["កាហ្វេ", "ពែង"], ["កាពែង"]],
    ["mixed", "iPhone14手机壳", ["手机", "iphone14", "手机壳 iphone14", "iphone14手机"], ["机手"]],
    ["beyond the first plane", "𠮷野家丼", ["野家", "𠮷野", "丼"], ["𠮷家"]],
  ])("is found by any of its words: %s", async (_, name, found, others) => {
    await publish(name)
    for (const keyword of found) expect([keyword, await find(keyword)]).toEqual([keyword, [name]])
    for (const keyword of others) expect([keyword, await find(keyword)]).toEqual([keyword, []])
  })

  test("is found by its description, suggested, and listed among the nearest", async () => {
    await publish("竹砧板", "厨房里的好帮手。")
    expect(await find("帮手")).toEqual(["竹砧板"])
    expect(await suggest(here.shop, "砧板")).toMatchObject([{ kind: "product", text: "竹砧板" }])
    expect(await find("砧板刀")).toEqual([])
    expect((await findNearest(here.shop, "砧板刀")).products.map(({ name }) => name)).toEqual(["竹砧板"])
    expect(await find("竹砧板竹砧板竹砧板".repeat(9))).toEqual([])
  })

  test("adds nothing to the vocabulary", async () => {
    await publish("檀木梳子")
    const { rows } = await sql`select word from search_words where word ~ '[檀梳]'`.execute(here.shop.db)
    expect(rows).toEqual([])
    expect(await here.list("keyword=檀木梳")).toMatchObject({ words: "檀木梳", corrected: null })
  })
})

test.each([
  ["מְנוֹרָה יָפָה", ["מנורה", "מְנוֹרָה", "מנורה יפה"]],
  ["ספר", ["סֵפֶר"]],
  ["صـــابون أزرق", ["صابون", "ازرق", "صَابُون"]],
  ["كِتَاب", ["كتاب", "کتاب", "كِتاب"]],
  ["مكتبة على", ["مكتبه", "علي"]],
  ["٥٠٠ غرام", ["500 غرام", "۵۰۰ غرام"]],
  ["Kırmızı Çaydanlık", ["kirmizi", "KIRMIZI", "kırmızı çaydanlık"]],
  ["Straßenlampe", ["strassenlampe", "STRASSENLAMPE", "straßenlampe", "STRAẞENLAMPE"]],
  ["Smørrebrød", ["smorrebrod", "SMØRREBRØD"]],
  ["Œuvre", ["oeuvre"]],
  ["Ｆｕｌｌ ｗｉｄｔｈ", ["full width", "ｗｉｄｔｈ"]],
  ["Cafe\u0301", ["café", "cafe"]],
  ["Soft\u00adhyphen", ["softhyphen"]],
  ["Μαγικός", ["ΜΑΓΙΚΟΣ", "μαγικος"]],
  ["हिन्दी", ["हिन्दी"]],
])("%s is found with and without its marks, and needs no correction", async (name, keywords) => {
  await publish(name)
  for (const keyword of keywords) {
    const { products, corrected } = await here.list(String(new URLSearchParams({ keyword })))
    expect([keyword, products.map((product) => product.name), corrected]).toEqual([keyword, [name], null])
  }
})

test("a Korean word is found within another, and is shown in syllables", async () => {
  await publish("커피컵받침")
  for (const keyword of ["커피", "컵", "컵받침", "받침", "커피 받침"])
    expect(await find(keyword)).toEqual(["커피컵받침"])
  expect(await find("고양이")).toEqual([])
  expect(await here.list("keyword=컵받침")).toMatchObject({ words: "컵받침", corrected: null })
  expect(await here.list("keyword=컵반침")).toMatchObject({ filteredProductCount: 1, corrected: "컵받침" })
  expect(await suggest(here.shop, "컵받")).toMatchObject([{ kind: "search", text: "컵받침" }, { kind: "product" }])
})

test("a Korean particle after a noun is ignored", async () => {
  for (const name of ["가죽가방", "종", "은목걸이", "두부"]) await publish(name)
  await publish("우산", "가방을 지켜 줍니다. 비가 올 때 어울리는 우산을 씁니다.")
  for (const keyword of [
    "가방",
    "가방이",
    "가방은",
    "가방으로",
    "가방에서",
    "가방의 가죽",
    "가방을",
    "가방을".normalize("NFD"),
  ])
    expect([keyword, await find(keyword)]).toEqual([keyword, expect.arrayContaining(["가죽가방"])])
  for (const keyword of ["두부를", "두부가", "두부와"])
    expect([keyword, await find(keyword)]).toEqual([keyword, ["두부"]])
  expect((await suggest(here.shop, "가죽가방을")).map(({ text }) => text)).toContain("가죽가방")
  expect(await here.list(`keyword=${encodeURIComponent("두부를")}`)).toMatchObject({ words: "두부", corrected: null })
  // Neither a noun that resembles one with a particle nor a particle after the wrong sound is cut.
  expect(await find("목걸이")).toEqual(["은목걸이"])
  for (const keyword of ["종이", "두부을"]) expect([keyword, await find(keyword)]).toEqual([keyword, []])
})

test("endings of Korean sentences are not suggested", async () => {
  await publish("우산꽂이", "우산을 꽂습니다. 현관에 어울립니다.")
  const texts = async (typed: string) => (await suggest(here.shop, typed)).map(({ text }) => text)
  for (const typed of ["니", "습니", "다", "을"])
    expect([typed, await texts(typed)]).toEqual([
      typed,
      expect.not.arrayContaining([expect.stringMatching(/(니다|다|을)$/)]),
    ])
  expect(await texts("꽂")).toContain("꽂이")
})

test("vowel signs of Indian scripts are part of a word, not separate letters", async () => {
  await publish("कुर्ता")
  expect(await find("ता कुर")).toEqual([])
})

test("products and categories of the previous release are found once their words were recomputed", async () => {
  const name = "手工玻璃花瓶"
  const id = await publish(name)
  await sql`alter table products disable trigger user`.execute(here.shop.db)
  await sql`update products set words = to_tsvector('names', ${name}) where id = ${id}`.execute(here.shop.db)
  await sql`alter table products enable trigger user`.execute(here.shop.db)
  expect(await find("玻璃")).toEqual([])
  await sql`insert into search_reindexing (after_id) values ('')`.execute(here.shop.db)
  await reindexProducts(here.shop)
  expect(await find("玻璃")).toEqual([name])
})

function publish(name: string, desc = "Test.") {
  return publishProduct(here.shop, here.admin, { name, desc, category: "Gaming", price: 1_000, stock: 1 })
}
