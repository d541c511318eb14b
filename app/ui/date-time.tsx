const MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]

/** Without `Intl`, which takes a phone 50 ms to start and writes short months differently in each browser. */
export const formatDate = (date: Date) => `${date.getUTCDate()} ${MONTHS[date.getUTCMonth()]} ${date.getUTCFullYear()}`
const timeOf = (date: Date) => date.toISOString().slice(11, 16)

/** The same on server and browser: "21 Nov 2026". The machine-readable date is the first ten characters. */
export function CalendarDate({ date }: { date: Date | string }) {
  const value = new Date(date)
  return <time dateTime={value.toISOString().slice(0, 10)}>{formatDate(value)}</time>
}

export function DateTime({ date }: { date: Date | string }) {
  const value = new Date(date)
  return <time dateTime={value.toISOString()}>{`${formatDate(value)}, ${timeOf(value)} UTC`}</time>
}

export function TimeOfDay({ date }: { date: Date | string }) {
  const value = new Date(date)
  return <time dateTime={value.toISOString()}>{`${timeOf(value)} UTC`}</time>
}
