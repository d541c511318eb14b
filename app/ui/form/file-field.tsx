import { type ChangeEvent, useEffect, useRef, useState } from "react"
import { Icon } from "~/ui/icon"
import { controlProps, Field, type FieldProps } from "./field"

interface FileFieldProps extends FieldProps {
  accept: string
  multiple?: boolean
}

/** Files can be dropped on the input without scripts. */
export function FileField({ of, label, hint, required, accept, multiple }: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null)
  const [files, setFiles] = useState<File[]>([])
  // Files may have been chosen before hydration.
  useEffect(() => setFiles([...(input.current?.files ?? [])]), [])
  const pictures = accept.startsWith("image/")
  const kind = pictures ? "image" : "file"
  return (
    <Field of={of} label={label} hint={hint} required={required}>
      <div className="drop-zone">
        <Icon name="upload" />
        <span aria-hidden="true">
          {multiple ? `Choose ${kind}s or drop them here` : `Choose ${pictures ? "an" : "a"} ${kind} or drop it here`}
        </span>{" "}
        <input
          key={of.key}
          ref={input}
          type="file"
          accept={accept}
          multiple={multiple}
          onChange={(event: ChangeEvent<HTMLInputElement>) => setFiles([...(event.currentTarget.files ?? [])])}
          {...controlProps({ of, hint, required })}
        />
      </div>
      {pictures ? <Previews files={files} /> : files.map((file) => <p key={file.name}>{file.name}</p>)}
    </Field>
  )
}

function Previews({ files }: { files: File[] }) {
  const [urls, setUrls] = useState<string[]>([])
  useEffect(() => {
    const made = files.map((file) => URL.createObjectURL(file))
    setUrls(made)
    return () => {
      for (const url of made) URL.revokeObjectURL(url)
    }
  }, [files])
  if (urls.length === 0) return null
  return (
    <ul className="previews" aria-label="Newly chosen">
      {urls.map((url, index) => (
        <li key={url}>
          <Preview url={url} name={files[index]?.name ?? ""} />
        </li>
      ))}
    </ul>
  )
}

function Preview({ url, name }: { url: string; name: string }) {
  const [isUnreadable, setUnreadable] = useState(false)
  if (!isUnreadable) return <img src={url} alt={name} onError={() => setUnreadable(true)} />
  return (
    <p className="field-error" role="alert">
      <Icon name="alert" label="Error:" />
      {name} cannot be shown as a picture
    </p>
  )
}
