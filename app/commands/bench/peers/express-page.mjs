// @ts-check
// Express with what every serious application puts in front, and a finished page.
import compression from "compression"
import express from "express"
import helmet from "helmet"
import { finishedPage } from "./finished-page.mjs"
import { listen } from "./listen.mjs"

const app = express().use(helmet(), compression())
listen(app.get("/", (_request, response) => void response.type("html").send(finishedPage)))
