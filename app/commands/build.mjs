import { buildShop } from "./clone/build-shop.mjs"
import { alone } from "./clone/prepare.mjs"

await alone(() => [() => buildShop({ quiet: false })])
