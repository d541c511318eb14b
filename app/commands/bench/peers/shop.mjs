// @ts-check
// The shop itself, as in production; ends with the bench.
process.on("disconnect", () => process.kill(process.pid, "SIGTERM"))
await import(new URL("../../../../build/server/server.js", import.meta.url).href)
