const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** By hand, and all in UTC: browsers disagree on short months, and `Intl` takes a phone 50 ms to begin. */
const dayOf = (date: Date) => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
const timeOf = (date: Date) => date.toISOString().slice(11, 16)

/** A date, the same on the server and in the browser: "21 Nov 2026". For machines it is its first ten characters. */
export function CalendarDate({ date }: { date: Date | string }) {
  const value = new Date(date)
  return <time dateTime={value.toISOString().slice(0, 10)}>{dayOf(value)}</time>
}

/** A date with its time, in UTC and saying so. */
export function DateTime({ date }: { date: Date | string }) {
  const value = new Date(date)
  return <time dateTime={value.toISOString()}>{`${dayOf(value)}, ${timeOf(value)} UTC`}</time>
}

/** A time of today. */
export function TimeOfDay({ date }: { date: Date | string }) {
  const value = new Date(date)
  return <time dateTime={value.toISOString()}>{`${timeOf(value)} UTC`}</time>
}
