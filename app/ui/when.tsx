const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeZone: "UTC" })
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" })

/** A date, the same on the server and in the browser. */
export function WhenDay({ date }: { date: Date | string }) {
  const value = new Date(date)
  return <time dateTime={value.toISOString()}>{day.format(value)}</time>
}

/** A date with its time, in UTC and saying so. */
export function When({ date }: { date: Date | string }) {
  const value = new Date(date)
  return <time dateTime={value.toISOString()}>{moment.format(value)} UTC</time>
}
