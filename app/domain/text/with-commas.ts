/** This avoids `Intl`, whose first formatter blocks a phone for 30 to 50 ms. */
export function withCommas(whole: number): string {
  let text = String(Math.abs(whole))
  for (let end = text.length - 3; end > 0; end -= 3) text = `${text.slice(0, end)},${text.slice(end)}`
  return whole < 0 ? `-${text}` : text
}
