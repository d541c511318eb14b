import { longDay } from "~/domain/days/calendar"

interface Consent {
  consent: boolean | null
  consentOn: string | null
}

/** A text such as `consented on 1 May 2024` */
export function consentWords({ consent, consentOn }: Consent): string {
  const what = consent ? "consented" : "refused"
  return consentOn ? `${what} on ${longDay(consentOn)}` : what
}
