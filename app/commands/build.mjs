import { buildShop } from "./build-shop.mjs"
import { alone } from "./prepare.mjs"

await alone(() => [() => buildShop({ quiet: false })])
