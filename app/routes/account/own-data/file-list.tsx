interface FileListProps {
  files: { name: string; about: string; href: string }[]
}

/** Downloads, which are no pages: plain links. */
export function FileList({ files }: FileListProps) {
  return (
    <dl className="facts">
      {files.map(({ name, about, href }) => (
        <div key={name}>
          <dt>
            <a href={href} download>
              {name}
            </a>
          </dt>
          <dd>{about}</dd>
        </div>
      ))}
    </dl>
  )
}
