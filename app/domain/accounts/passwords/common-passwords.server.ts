import { createRequire } from "node:module"
import type { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common"
import { leetVariants } from "./leet"
import { MAX_PASSWORD_CODE_UNITS } from "./password-rules"
import { isMadeOfRuns, type KeySteps, keyStepsOf, MAX_AFFIX_LENGTH } from "./password-runs"

interface CommonPasswords {
  all: ReadonlySet<string>
  /** These words are also tried with digits and punctuation around them. */
  commonest: ReadonlySet<string>
  maxLength: number
  keySteps: KeySteps
}

let known: CommonPasswords | undefined

/** Loads the lists of zxcvbn-ts on first use, most common first (https://zxcvbn-ts.github.io/zxcvbn/). */
function commonPasswords(): CommonPasswords {
  known ??= loadCommonPasswords()
  return known
}

function loadCommonPasswords(): CommonPasswords {
  const loaded: { adjacencyGraphs: typeof adjacencyGraphs; dictionary: typeof dictionary } = createRequire(
    import.meta.url,
  )("@zxcvbn-ts/language-common")
  const ranked = loaded.dictionary["passwords-common"]
  return {
    all: new Set(ranked),
    commonest: new Set(ranked.slice(0, 10_000)),
    maxLength: Math.max(...ranked.map((password) => password.length)),
    keySteps: keyStepsOf(loaded.adjacencyGraphs),
  }
}

const MIN_WORD_LENGTH = 4

/** Matches in any case and in leet, and also repetitions and runs. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase().slice(0, MAX_PASSWORD_CODE_UNITS)
  const dense = plain.replace(/[\s._-]/g, "")
  return (
    [plain, dense].some(
      (text) => isAmong(commonPasswords().all, text) || isMadeOfRuns(text, commonPasswords().keySteps),
    ) ||
    isCommonWithAffixes(plain) ||
    isRepeated(dense)
  )
}

function isAmong(passwords: ReadonlySet<string>, text: string): boolean {
  return text.length <= commonPasswords().maxLength && [...leetVariants(text)].some((read) => passwords.has(read))
}

function isCommonWithAffixes(plain: string): boolean {
  return [...withoutAffixes(plain)].some((word) => isAmong(commonPasswords().commonest, word))
}

function* withoutAffixes(plain: string): Generator<string> {
  const front = Math.min(MAX_AFFIX_LENGTH, /^\P{L}*/u.exec(plain)?.[0].length ?? 0)
  for (let start = 0; start <= front; start++) {
    for (let end = plain.length; end - start >= MIN_WORD_LENGTH; end--) {
      if (start + plain.length - end > MAX_AFFIX_LENGTH) break
      yield plain.slice(start, end)
      if (/\p{L}/u.test(plain[end - 1] ?? "")) break
    }
  }
}

function isRepeated(dense: string): boolean {
  for (let length = 1; length <= dense.length / 2; length++) {
    const piece = dense.slice(0, length)
    if (!dense.startsWith(piece + piece)) continue
    const rest = dense.replaceAll(piece, "")
    const isWhole = piece.startsWith(rest) || /^\P{L}{1,3}$/u.test(rest)
    if (isWhole && (length <= 4 || isAmong(commonPasswords().all, piece))) return true
  }
  return false
}
