import { Button } from "~/ui/button"
import { PostForm } from "~/ui/form/post-form"
import type { IconName } from "~/ui/icon"

interface RowButtonProps {
  id?: string
  /** The form's address; by default the page itself */
  action?: string
  fields?: Record<string, string | number>
  icon?: IconName
  /** A text for screen readers */
  name?: string
  children: string
}

export function RowButton({ id, action, fields = {}, icon, name, children }: RowButtonProps) {
  return (
    <PostForm tool={null} action={action} preventScrollReset>
      {Object.entries(fields).map(([field, value]) => (
        <input key={field} type="hidden" name={field} value={value} />
      ))}
      <Button id={id} variant="secondary" small icon={icon} aria-label={name}>
        {children}
      </Button>
    </PostForm>
  )
}
