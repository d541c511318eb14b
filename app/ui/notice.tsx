import type { ReactNode } from "react"
import { APART } from "./button"
import { Icon, type IconName } from "./icon"

export interface NoticeProps {
  tone: "good" | "bad" | "neutral"
  title?: string
  children?: ReactNode
}

const icons: Record<NoticeProps["tone"], IconName> = { good: "check", bad: "alert", neutral: "info" }

export function Notice({ tone, title, children }: NoticeProps) {
  return (
    <div className={`notice notice-${tone}`}>
      <Icon name={icons[tone]} />
      <div>
        {title && <p className="notice-title">{title}</p>}
        {APART}
        {children}
      </div>
    </div>
  )
}
