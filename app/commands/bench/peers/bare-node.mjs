// @ts-check
// Node itself with a finished page: nothing that Node serves can be quicker.
import { finishedPage } from "./finished-page.mjs"
import { listen } from "./listen.mjs"

listen((_request, response) => {
  response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Content-Length": finishedPage.length })
  response.end(finishedPage)
})
