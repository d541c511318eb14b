import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import type { PictureView } from "~/domain/media/picture"
import { ScriptedDialog } from "~/ui/dialog"
import { Icon, type IconName } from "~/ui/icon"
import { ProductPicture } from "~/ui/picture"

interface LightboxProps {
  /** At least one picture */
  pictures: PictureView[]
  first: number
  name: string
  onClose: () => void
}

export function Lightbox({ pictures, first, name, onClose }: LightboxProps) {
  const [index, setIndex] = useState(first)
  const [enlarged, setEnlarged] = useState(isNarrow)
  const stage = useCentred(index, enlarged)
  const picture = pictures[index]
  const last = pictures.length - 1

  function turn(by: 1 | -1) {
    setIndex((current) => Math.min(last, Math.max(0, current + by)))
  }
  function turnWithArrows({ key, target }: KeyboardEvent) {
    // The arrow keys move an enlarged picture that has the focus.
    if (enlarged && target === stage.current) return
    if (key === "ArrowRight") turn(1)
    if (key === "ArrowLeft") turn(-1)
  }
  return (
    <ScriptedDialog id="large-picture" title={name} onClose={onClose}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the arrow keys repeat what its buttons do */}
      <div className="lightbox" onKeyDown={turnWithArrows}>
        <div className="lightbox-bar">
          {last > 0 && (
            <>
              <Control icon="chevron-left" label="Previous picture" disabled={index === 0} onPress={() => turn(-1)} />
              <p className="tabular" role="status">
                <span className="visually-hidden">Picture </span>
                {index + 1} of {pictures.length}
              </p>
              <Control icon="chevron-right" label="Next picture" disabled={index === last} onPress={() => turn(1)} />
            </>
          )}
          <Control
            icon={enlarged ? "minus" : "plus"}
            label={enlarged ? "Show the whole picture" : "Enlarge the picture"}
            onPress={() => setEnlarged(!enlarged)}
          />
        </div>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard */}
        <div className="lightbox-stage" ref={stage} data-enlarged={enlarged || undefined} tabIndex={0}>
          {picture && <ProductPicture key={index} picture={picture} sizes={enlarged ? "200vw" : "100vw"} eager />}
        </div>
      </div>
    </ScriptedDialog>
  )
}

interface ControlProps {
  icon: IconName
  label: string
  disabled?: boolean
  onPress: () => void
}

/** This is not `disabled` at the last picture, because that would lose the focus. */
function Control({ icon, label, disabled, onPress }: ControlProps) {
  return (
    <button type="button" className="icon-button" aria-disabled={disabled || undefined} onClick={onPress}>
      <Icon name={icon} label={label} />
    </button>
  )
}

/** A complete picture is no larger there than it was on the page. */
function isNarrow(): boolean {
  return window.matchMedia("(max-width: 40rem)").matches
}

function useCentred(index: number, enlarged: boolean) {
  const stage = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each picture starts at its normal size
  useEffect(() => {
    const element = stage.current
    if (!element || !enlarged) return
    element.scrollTo({
      left: (element.scrollWidth - element.clientWidth) / 2,
      top: (element.scrollHeight - element.clientHeight) / 2,
    })
  }, [index, enlarged])
  return stage
}
