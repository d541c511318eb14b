// npm run build: the production build, made with the dependencies that are there.
import { buildShop } from "./build-shop.mjs"
import { alone } from "./prepare.mjs"

await alone(() => [() => buildShop({ quiet: false })])
