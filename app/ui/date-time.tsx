import { createContext, useContext } from "react"
import { shortDay } from "~/domain/days/calendar"
import { localTime, type Offset, offsetsFromText } from "~/domain/days/offsets"

export const OffsetsContext = createContext<readonly Offset[]>(offsetsFromText("0"))

/** The shop's time zone; the server sends its offsets, so that every browser shows the same. */
export function useLocalTime() {
  const offsets = useContext(OffsetsContext)
  return (date: Date | string) => localTime(new Date(date), offsets)
}

/** A time's day in the shop's time zone, as in "21 Nov 2026" */
export function CalendarDate({ date }: { date: Date | string }) {
  return <DayOf day={useLocalTime()(date).day} />
}

/** A day that is the same in every time zone */
export function DayOf({ day }: { day: string }) {
  return <time dateTime={day}>{shortDay(day)}</time>
}

export function DateTime({ date }: { date: Date | string }) {
  return <Moment date={date} withDay />
}

export function TimeOfDay({ date }: { date: Date | string }) {
  return <Moment date={date} />
}

function Moment({ date, withDay }: { date: Date | string; withDay?: boolean }) {
  const { day, time, zone } = useLocalTime()(date)
  return <time dateTime={new Date(date).toISOString()}>{`${withDay ? `${shortDay(day)}, ` : ""}${time} ${zone}`}</time>
}
