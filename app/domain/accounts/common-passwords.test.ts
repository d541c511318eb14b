import { expect, test } from "vitest"
import { isCommonPassword } from "./common-passwords"

test.each([
  "password123",
  "iloveyou",
  "qwertyuiop",
  "1q2w3e4r",
  "aaaaaaaa",
  "abcabcabc",
  "12341234",
  "23456789",
  "hgfedcba",
])("%s is what guessers try first", (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test.each(["correct horse", "tea at four", "xk29-ffqa", "abcdefgz", "12345679a!b"])("%s is a password", (password) => {
  expect(isCommonPassword(password)).toBe(false)
})
