// Loaded with `node --import`: the machine's clock is CLOCK_SKEW ms off, and after SIGUSR2 CLOCK_SKEW_THEN ms.
const { CLOCK_SKEW = "0", CLOCK_SKEW_THEN = "0" } = process.env
let skew = Number(CLOCK_SKEW)
process.on("SIGUSR2", () => {
  skew = Number(CLOCK_SKEW_THEN)
})

const RealDate = Date
globalThis.Date = class SkewedDate extends RealDate {
  constructor(...given) {
    super(...(given.length > 0 ? given : [RealDate.now() + skew]))
  }
  static now() {
    return RealDate.now() + skew
  }
}
