import { dictionary } from "@zxcvbn-ts/language-common"
import { expect, test } from "vitest"
import { isCommonPassword } from "./common-passwords.server"
import { isMostlyPersonalWords } from "./personal-words"

const ada = { name: "Ada Lovelace", email: "ada.lovelace@shop.example", shopName: "Counter" }

test("the ten thousand most common passwords are refused, in any case", () => {
  const commonest = dictionary["passwords-common"].slice(0, 10_000)
  expect(commonest.filter((password) => !isCommonPassword(password))).toEqual([])
  expect(commonest.filter((password) => !isCommonPassword(password.toUpperCase()))).toEqual([])
})

test.each([
  ["a word everybody uses", ["password123", "iloveyou", "letmein1", "motdepasse", "PASSWORD"]],
  ["a walk over the keyboard", ["qwertyuiop", "1q2w3e4r", "asdfghjkl"]],
  ["leet", ["P@ssw0rd", "p4$$w0rd", "P@ssw0rd1", "1l0v3y0u", "m0nk3y!!"]],
  ["a common word with what rules ask for", ["Summer2026!", "Welcome1!", "!dragon!", "Liverpool123", "12345678!"]],
  ["one thing over and over", ["aaaaaaaa", "abcabcabc", "12341234", "password password", "hunter2-hunter2!"]],
  ["a run", ["23456789", "hgfedcba", "abcdefgh1", "abcdefgz", "z1234567", "abcd1234!", "12345678!?%&*"]],
  [
    "one sign with hardly another",
    ["aaaaaaab", "baaaaaaa", "aaaabbbb", "AAAAaaaa1", "aaaa1111b", "$$$$$$$$x", "ееееееен"],
  ],
  ["one piece with hardly another", ["ababababx", "abcabcabd", "xx20202020"]],
  [
    "a row of a German keyboard",
    ["qwertzui", "iuztrewq", "qwertzui1!", "QwertzUiop", "yxcvbnm,", "asdfghjklö", "!qwertzuio9", "Qwertzui2026!"],
  ],
  ["a row of a French keyboard", ["azertyui", "iuytreza", "qsdfghjk", "wxcvbn,;", "azertyuiop99"]],
  ["a row of a Dvorak keyboard", ["aoeuidht", "thdiueoa", "',.pyfgc", ";qjkxbmw", "snthdiue"]],
  ["rows of digits and their signs", ["7894561230", "9876543a", '!"§$%&/(', "!@#$%^&*", "147258369"]],
  ["two walks that take turns", ["1!2@3#4$", "q1w2e3r4", "a9b8c7d6x", "y1x2c3v4"]],
  ["pieces of rows", ["qweasdyxc", "uiopjklö", "1234qwer", "asdfjkl;", "poiulkjh"]],
])("%s is common", (_, passwords) => {
  expect(passwords.filter((password) => !isCommonPassword(password))).toEqual([])
})

test.each([
  "correct horse",
  "tea at four",
  "xk29-ffqa",
  "12345679a!b",
  "123-84629173",
  "were property power",
  "dresses were",
  "banana boat",
  "asparagus7",
  "Tr0ub4dour&3",
  "tulip-cabin",
  "letmein-please",
  "S3cure-pass-1!",
  "пароль из слов",
])("%s is accepted", (password) => {
  expect(isCommonPassword(password)).toBe(false)
  expect(isMostlyPersonalWords(password, ada)).toBe(false)
})

test.each([
  "Counter2026!",
  "C0unt3r!",
  "counter counter",
  "Ada Lovelace",
  "adalovelace1",
  "L0velace-99",
  "ada.lovelace@shop.example",
  "Ada@Counter",
])("%s contains the name of the owner or the shop", (password) => {
  expect(isMostlyPersonalWords(password, ada)).toBe(true)
})

test.each(["counter-84629173", "over the counter", "encounter-green", "my canada trip"])(
  "%s contains a name and is accepted",
  (password) => {
    expect(isMostlyPersonalWords(password, ada)).toBe(false)
  },
)

test("a short name does not rule out every password that contains its letters", () => {
  expect(isMostlyPersonalWords("banana boat", { name: "An", email: "a@b.example", shopName: "X" })).toBe(false)
})

test("the worst-case password of the greatest length is checked within ten milliseconds", () => {
  const longNames = { name: "ada bob cyd ".repeat(8), email: `${"a1.".repeat(80)}@shop.example`, shopName: "Counter" }
  isCommonPassword("warmed up")
  for (const piece of [
    "@",
    "1",
    "a",
    "ab",
    "1!6|7",
    "p@ssw0rd",
    "4@8({[<361!|9$5+72%",
    "ada",
    "qwertzui",
    "q1w2e3r4",
    "abcd1234poiu",
    " ",
    "\u{1f600}",
    "\ufdfa",
  ]) {
    const password = [...piece.repeat(128)].slice(0, 128).join("").normalize("NFKC")
    const times = Array.from({ length: 3 }, () => {
      const started = performance.now()
      isCommonPassword(password)
      isMostlyPersonalWords(password, longNames)
      return performance.now() - started
    })
    expect(Math.min(...times), piece).toBeLessThan(10)
  }
})
