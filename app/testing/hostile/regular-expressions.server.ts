import { readdirSync, readFileSync } from "node:fs"
import { join, relative } from "node:path"
import ts from "typescript"

/** A regular expression in the sources */
interface FoundExpression {
  /** A place such as `app/domain/money.ts:48` */
  place: string
  source: string
  flags: string
}

const FOR_TESTS = /\.test\.tsx?$|\/testing\/|^db\/test-/

/** Finds every regular expression in the sources, except in tests. */
export function findExpressions(root: string): FoundExpression[] {
  const files = [...filesIn(root, "app"), ...filesIn(root, "db"), "server.ts"].filter((file) => !FOR_TESTS.test(file))
  return files.flatMap((file) => expressionsOf(root, file))
}

/** Finds regular expressions that are built at run time and cannot be checked; places such as `a.ts:1`. */
export function findBuiltExpressions(root: string): string[] {
  const files = [...filesIn(root, "app"), ...filesIn(root, "db"), "server.ts"].filter((file) => !FOR_TESTS.test(file))
  return files.filter((file) => /new RegExp\(|(?<!\.)\bRegExp\(/.test(readFileSync(join(root, file), "utf8")))
}

function filesIn(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(tsx?|mjs)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
}

function expressionsOf(root: string, file: string): FoundExpression[] {
  const parsed = ts.createSourceFile(file, readFileSync(join(root, file), "utf8"), ts.ScriptTarget.Latest)
  const found: FoundExpression[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf("/")
      const line = parsed.getLineAndCharacterOfPosition(node.pos).line + 1
      found.push({ place: `${file}:${line}`, source: node.text.slice(1, end), flags: node.text.slice(end + 1) })
    }
    ts.forEachChild(node, visit)
  }
  visit(parsed)
  return found
}
