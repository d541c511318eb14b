import { readdirSync, readFileSync } from "node:fs"
import ts from "typescript"
import { expect, test } from "vitest"

const SERVICES = new Set(["payments", "media", "mailer"])

test("no transaction uses the gateway, the media store or the mailer, neither directly nor by captured variables", () => {
  const files = readdirSync("app", { recursive: true, encoding: "utf8" })
    .map((file) => `app/${file}`)
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  expect(files.length).toBeGreaterThan(500)
  expect(files.flatMap((file) => findServices(file, readFileSync(file, "utf8")))).toEqual([])
})

test.each([
  ["by its shop", "await shop.transaction(async (tx) => { await shop.payments.find(id) })"],
  ["by a shop of another name", "await here.transaction((tx) => here.mailer.send(mail))"],
  ["by what was taken out of the shop", "const { media } = shop; await shop.transaction((tx) => media.put(picture))"],
  ["by another name of it", "const { media: store } = shop; await shop.transaction((tx) => store.put(picture))"],
  ["by a variable", "const gateway = shop.payments; await shop.transaction((tx) => gateway.refund(refund))"],
  ["by a function", "const pay = () => shop.payments.find(id); await shop.transaction((tx) => pay())"],
  [
    "by a function of a function",
    "const a = () => shop.mailer.send(mail); function b() { return a() }; shop.transaction(() => b())",
  ],
  [
    "by a function that is given by name",
    "const work = async (tx) => { await shop.media.get(key) }; await shop.transaction(work)",
  ],
  ["by handing the whole shop on", "await shop.transaction((tx) => processRefund(shop, id))"],
])("a service that a transaction uses %s is detected", (_, source) => {
  expect(findServices("sample.ts", `async function sample(shop: Shop, here: Shop) { ${source} }`)).toHaveLength(1)
})

test("a transaction may use its own handle, and earlier results of a service", () => {
  const source =
    "const result = await shop.payments.find(id); const base = shop.media.baseUrl + path; const now = shop.now()"
  const work = "await shop.transaction(async (tx) => { await record(tx, result, base, now, row.payments) })"
  expect(findServices("sample.ts", `async function sample(shop: Shop) { ${source}; ${work} }`)).toEqual([])
})

/** Returns the places where the work of a transaction uses a service, or a shop, from outside of it. */
function findServices(file: string, text: string): string[] {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  visit(source, (node) => {
    if (!ts.isCallExpression(node) || !ts.isPropertyAccessExpression(node.expression)) return
    if (node.expression.name.text !== "transaction" || node.arguments.length !== 1) return
    const reached = node.arguments.flatMap((work) => reachedBy(work, new Set()))
    if (reached[0]) found.push(`${file}: ${reached[0].getText()}`)
  })
  return found
}

/** Returns the services that code uses, also through functions and variables of the enclosing functions. */
function reachedBy(code: ts.Node, seen: Set<ts.Node>): ts.Node[] {
  const reached: ts.Node[] = []
  visit(code, (node) => {
    if (!ts.isIdentifier(node) || isName(node)) return
    const declaration = declarationOf(node)
    if (!declaration || seen.has(declaration) || isWithin(declaration, code)) return
    seen.add(declaration)
    if (isShop(declaration) && !isOwnFact(node)) reached.push(node)
    else if (isService(declaration)) reached.push(node)
    else if (bodyOf(declaration)) reached.push(...reachedBy(bodyOf(declaration) as ts.Node, seen).slice(0, 1))
    if (isShop(declaration)) seen.delete(declaration)
  })
  return reached
}

/** `shop.now()` and other members that a transaction has as well */
function isOwnFact({ parent }: ts.Identifier): boolean {
  return ts.isPropertyAccessExpression(parent) && !SERVICES.has(parent.name.text) && parent.name.text !== "transaction"
}

function isShop(declaration: ts.Node): boolean {
  return ts.isParameter(declaration) && declaration.type?.getText() === "Shop"
}

/** A service taken out of an object: `{ media } = shop`, `gateway = shop.payments`, a parameter `{ media }: Shop` */
function isService(declaration: ts.Node): boolean {
  if (ts.isBindingElement(declaration)) return SERVICES.has((declaration.propertyName ?? declaration.name).getText())
  if (!ts.isVariableDeclaration(declaration) || !declaration.initializer) return false
  return ts.isPropertyAccessExpression(declaration.initializer) && SERVICES.has(declaration.initializer.name.text)
}

/** The body of a function declared in a function: only such a function captures anything */
function bodyOf(declaration: ts.Node): ts.Node | undefined {
  if (ts.isFunctionDeclaration(declaration)) return declaration.body
  const value = ts.isVariableDeclaration(declaration) ? declaration.initializer : undefined
  return value && (ts.isArrowFunction(value) || ts.isFunctionExpression(value)) ? value : undefined
}

/** The declaration of a name in the enclosing functions; none for what the module itself declares or imports */
function declarationOf(name: ts.Identifier): ts.Node | undefined {
  for (let scope: ts.Node = name.parent; !ts.isSourceFile(scope); scope = scope.parent) {
    const found = declarationsIn(scope).find((declaration) => declaration.name?.getText() === name.text)
    if (found) return found
  }
}

type Named = ts.VariableDeclaration | ts.BindingElement | ts.ParameterDeclaration | ts.FunctionDeclaration

function declarationsIn(scope: ts.Node): Named[] {
  if (ts.isFunctionLike(scope)) return scope.parameters.flatMap(withElements)
  if (!ts.isBlock(scope)) return []
  return scope.statements.flatMap((statement) => {
    if (ts.isFunctionDeclaration(statement)) return [statement]
    return ts.isVariableStatement(statement) ? statement.declarationList.declarations.flatMap(withElements) : []
  })
}

function withElements(declaration: ts.VariableDeclaration | ts.ParameterDeclaration | ts.BindingElement): Named[] {
  const { name } = declaration
  if (ts.isIdentifier(name)) return [declaration]
  return name.elements.flatMap((element) => (ts.isBindingElement(element) ? withElements(element) : []))
}

/** Names that refer to nothing in scope: those of a property, a declaration, a type */
function isName(node: ts.Identifier): boolean {
  const { parent } = node
  if (ts.isPropertyAccessExpression(parent)) return parent.name === node
  if (ts.isPropertyAssignment(parent) || ts.isBindingElement(parent))
    return parent.name === node || parent.getChildAt(0) === node
  return ts.isTypeNode(parent) || ts.isParameter(parent) || ts.isVariableDeclaration(parent)
    ? (parent as { initializer?: ts.Node }).initializer !== node
    : false
}

function isWithin(node: ts.Node, code: ts.Node): boolean {
  return node.getSourceFile() === code.getSourceFile() && node.pos >= code.pos && node.end <= code.end
}

function visit(node: ts.Node, look: (node: ts.Node) => void): void {
  look(node)
  ts.forEachChild(node, (child) => visit(child, look))
}
