interface FileListProps {
  files: { name: string; about: string; href: string }[]
}

/** Plain links, because downloads are not pages */
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
