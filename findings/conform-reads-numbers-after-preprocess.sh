#!/usr/bin/env bash
# In a form, z.preprocess does not decide the input of z.number: Conform inserts its own conversion between them, so
# that a text that the first leaves unchanged, for z.number to refuse, becomes a number ("1.000" is 1).
set -euo pipefail

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init --yes >/dev/null
npm install --silent --no-audit --no-fund --ignore-scripts --save-exact zod@4.6.7 @conform-to/zod@1.21.1 @conform-to/dom@1.21.1 >/dev/null

cat >check.mjs <<'JS'
import { createRequire } from "node:module"
import { parseWithZod } from "@conform-to/zod/v4"
import { z } from "zod"

const version = (name) => createRequire(import.meta.url)(`./node_modules/${name}/package.json`).version
console.log(`zod ${version("zod")}, @conform-to/zod ${version("@conform-to/zod")}`)

// Digits alone become a number; anything else stays a text, which z.number refuses.
const digits = (sent) => (/^\d+$/.test(sent) ? Number(sent) : sent)
const schema = z.object({ quantity: z.preprocess(digits, z.number()) })

let isAsDescribed = true
for (const [text, number] of [["3", 3], ["1.000", 1], ["0x1F", 31], ["1e3", 1000]]) {
  const form = new FormData()
  form.set("quantity", text)
  const ofZod = schema.safeParse({ quantity: text })
  const ofConform = parseWithZod(form, { schema })
  console.log(`${text}: zod ${ofZod.success ? ofZod.data.quantity : "refuses it"}, Conform ${ofConform.value?.quantity ?? "refuses it"}`)
  isAsDescribed &&= ofZod.success === (text === "3") && ofConform.value?.quantity === number
}
process.exitCode = isAsDescribed ? 0 : 1
JS
node check.mjs
