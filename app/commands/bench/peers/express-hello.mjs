// @ts-check
import express from "express"
import { listen } from "./listen.mjs"

listen(express().get("/", (_request, response) => void response.send("Hello")))
