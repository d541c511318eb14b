import { type MouseEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from "react"
import { type PictureView, pictureUrl } from "~/domain/media/picture"
import { ProductPicture } from "~/ui/picture"

interface GalleryProps {
  pictures: PictureView[]
  name: string
}

/** The strip snaps from picture to picture; thumbnails are links to the pictures' ids. */
export function Gallery({ pictures, name }: GalleryProps) {
  const strip = useRef<HTMLUListElement>(null)
  const shown = useShownPicture(strip)
  useReturnToFirst(strip, pictures[0]?.id)
  const [large, open, close] = useLightbox()
  if (pictures.length === 0) return <ProductPicture picture={null} sizes="100vw" alt={`No picture of ${name} yet`} />
  return (
    <section className="gallery" aria-label={`Pictures of ${name}`}>
      <ul className="gallery-strip" ref={strip}>
        {pictures.map((picture, index) => (
          <li key={picture.id} id={pictureId(index)}>
            <Zoom url={pictureUrl(picture)} onOpen={() => open(index, pictureUrl(picture))}>
              <ProductPicture
                picture={picture}
                sizes="(min-width: 56rem) 38rem, 100vw"
                eager={index === 0}
                first={index === 0}
              />
            </Zoom>
          </li>
        ))}
      </ul>
      {pictures.length > 1 && (
        <ol className="gallery-thumbnails">
          {pictures.map((picture, index) => (
            <li key={picture.id}>
              <a
                href={`#${pictureId(index)}`}
                aria-current={index === shown || undefined}
                onClick={(event) => slideTo(event, strip.current, index)}
              >
                <ProductPicture picture={picture} sizes="5rem" upTo={320} alt={`Picture ${index + 1}`} />
              </a>
            </li>
          ))}
        </ol>
      )}
      {large && <large.Lightbox pictures={pictures} first={large.first} name={name} onClose={close} />}
    </section>
  )
}

const loadLightbox = () => import("./lightbox")

const preloadLightbox = () => void loadLightbox().catch(() => {})

function useLightbox() {
  const [large, setLarge] = useState<(Awaited<ReturnType<typeof loadLightbox>> & { first: number }) | null>(null)
  async function open(first: number, url: string) {
    const loaded = await loadLightbox().catch(() => null)
    if (loaded) setLarge({ ...loaded, first })
    else window.location.assign(url)
  }
  return [large, open, () => setLarge(null)] as const
}

function pictureId(index: number): string {
  return `picture-${index + 1}`
}

/** The plain link would scroll the whole page too. */
function slideTo(event: MouseEvent, strip: HTMLElement | null, index: number) {
  if (!strip) return
  event.preventDefault()
  strip.scrollTo({ left: index * strip.clientWidth })
}

/** Scrolls to a new first picture, such as a variant's. */
function useReturnToFirst(strip: { current: HTMLElement | null }, first: string | undefined) {
  const last = useRef(first)
  useEffect(() => {
    if (last.current !== first) strip.current?.scrollTo({ left: 0, behavior: "instant" })
    last.current = first
  }, [strip, first])
}

/** Only known with scripts */
function useShownPicture(strip: { current: HTMLElement | null }): number {
  const [shown, setShown] = useState(0)
  useEffect(() => {
    const element = strip.current
    if (!element) return
    const look = () => setShown(Math.round(element.scrollLeft / Math.max(1, element.clientWidth)))
    element.addEventListener("scroll", look, { passive: true })
    return () => element.removeEventListener("scroll", look)
  }, [strip])
  return shown
}

interface ZoomProps {
  url: string
  onOpen: () => void
  children: ReactNode
}

/** Opens the complete picture; a mouse also enlarges it in place. */
function Zoom({ url, onOpen, children }: ZoomProps) {
  function open(event: MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    onOpen()
  }
  function follow({ currentTarget, clientX, clientY, pointerType }: PointerEvent<HTMLElement>) {
    if (pointerType !== "mouse") return
    const box = currentTarget.getBoundingClientRect()
    currentTarget.style.setProperty("--zoom-x", `${(100 * (clientX - box.left)) / box.width}%`)
    currentTarget.style.setProperty("--zoom-y", `${(100 * (clientY - box.top)) / box.height}%`)
  }
  return (
    <a
      className="gallery-zoom"
      href={url}
      onClick={open}
      onPointerMove={follow}
      onPointerEnter={preloadLightbox}
      onFocus={preloadLightbox}
    >
      {children}
    </a>
  )
}
