import { Form, Link } from "@remix-run/react"
import { useId, useRef } from "react"
import { useToolAttributes } from "~/ui/form/agent-tool"
import { Icon } from "~/ui/icon"
import { useSyncedValue } from "~/ui/use-synced-value"
import { type HeaderProps, MainMenu } from "./header"
import { QuickActions } from "./quick-actions"

interface AdminHeaderProps extends Pick<HeaderProps, "shopName" | "user" | "cartCount" | "path"> {
  search: string
}

export function AdminHeader({ shopName, user, cartCount, path, search }: AdminHeaderProps) {
  const input = useRef<HTMLInputElement>(null)
  const fieldId = useId()
  useSyncedValue(input, search)
  const attributes = useToolAttributes({
    name: "search_back_office",
    description: "Finds orders, products and customers by a text",
    submits: true,
  })
  return (
    <header className="header">
      <div className="header-row admin-header-row">
        <Link to="/admin/dashboard" className="brand">
          <Icon name="mark" />
          {shopName}
        </Link>
        <MainMenu path={path} />
        <Form
          className="search"
          action="/admin/search"
          method="get"
          role="search"
          aria-label="Search the back office"
          {...attributes}
        >
          <label htmlFor={fieldId} className="visually-hidden">
            Orders, products, customers
          </label>{" "}
          <input
            ref={input}
            id={fieldId}
            type="search"
            name="search"
            placeholder="Orders, products, customers"
            defaultValue={search}
            maxLength={100}
          />{" "}
          <button type="submit" className="icon-button">
            <Icon name="search" label="Search" />
          </button>
        </Form>
        <div className="header-tools">{user && <QuickActions user={user} cartCount={cartCount} />}</div>
      </div>
    </header>
  )
}
