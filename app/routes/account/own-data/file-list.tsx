interface FileListProps {
  files: { name: string; about: string; href: string }[]
}

/** Downloads, which are no pages: plain links. */
export function FileList({ files }: FileListProps) {
  return (
    <div className="prose">
      <ul>
        {files.map(({ name, about, href }) => (
          <li key={name}>
            <a href={href} download>
              {name}
            </a>
            <br />
            {about}
          </li>
        ))}
      </ul>
    </div>
  )
}
