import { createHash } from "node:crypto"

/** A function or a trigger, as defined by a file of db/functions */
export interface Definition {
  /** `text_key`, or `orders_change on orders` for a trigger */
  name: string
  /** Only for triggers */
  table?: string
  /** The statement without the comment above it */
  text: string
  digest: string
  /** Whether it reads no table, so that migrations can use it */
  isImmutable: boolean
}

/** Returns the definitions of files, each function after those that it calls, and triggers last. */
export function definitionsOf(texts: readonly string[]): Definition[] {
  const all = texts.flatMap((text) => text.trim().split(/\n\n(?=\S)/)).map(definitionOf)
  const functions = inOrderOfCalls(all.filter(({ table }) => !table))
  return [...functions, ...all.filter(({ table }) => table)]
}

/** @throws if a block of a file is not a definition */
function definitionOf(block: string): Definition {
  const text = block.replace(/^(--.*\n)+/, "")
  const [, isFunction, name] = /\bcreate (?:or replace (function)|trigger|constraint trigger) (\w+)/.exec(text) ?? []
  if (!name || !/^(create|do)\b/.test(text))
    throw new Error(`db/functions: no function or trigger begins with ${block.slice(0, 60)}`)
  const digest = createHash("sha256").update(text).digest("base64url")
  if (isFunction) return { name, text, digest, isImmutable: /\bimmutable\b/.test(text) }
  const trigger = triggerName(text)
  return { name: trigger, table: trigger.split(" on ")[1], text, digest, isImmutable: false }
}

function triggerName(text: string): string {
  return `${/\btrigger (\w+)/.exec(text)?.[1]} on ${/\son (\w+)/.exec(text)?.[1]}`
}

function inOrderOfCalls(functions: readonly Definition[]): Definition[] {
  const byName = new Map(functions.map((one) => [one.name, one]))
  const ordered = new Set<Definition>()
  const begun = new Set<Definition>()
  const add = (one: Definition) => {
    if (begun.has(one)) return
    begun.add(one)
    for (const [word] of one.text.matchAll(/\w+/g)) {
      const called = byName.get(word)
      if (called) add(called)
    }
    ordered.add(one)
  }
  for (const one of functions) add(one)
  return [...ordered]
}

/** Returns the names, in the form that definitions use, of everything that a migration's text defines. */
export function definedBy(migration: string): string[] {
  const functions = migration.matchAll(/\bcreate (?:or replace )?function (\w+)\(/g)
  const triggers = migration.split(";").map((statement) => {
    const start = statement.search(/\bcreate (?:or replace |constraint )?trigger\b/)
    return start < 0 ? "" : triggerName(statement.slice(start))
  })
  return [...[...functions].map(([, name = ""]) => name), ...triggers.filter(Boolean)]
}
