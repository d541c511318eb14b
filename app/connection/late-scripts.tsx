import { UNSAFE_RemixContext as RemixContext, useMatches } from "@remix-run/react"
import { type ContextType, useContext, useState } from "react"

/** Replaces Remix's `<Scripts>`: scripts load once the page is idle or used, after styles and pictures. */
export function LateScripts({ nonce }: { nonce?: string }) {
  const remix = useContext(RemixContext)
  const matched = useMatches().map(({ id }) => id)
  // A script that has run must not change on navigation.
  const [text] = useState(() => (import.meta.env.SSR && remix ? scriptOf(remix, matched) : " "))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of the build, and what Remix has escaped
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

type Remix = NonNullable<ContextType<typeof RemixContext>>

function scriptOf({ manifest, future, renderMeta }: Remix, matched: string[]): string {
  // Remix writes the data behind the page only with this flag.
  if (renderMeta) renderMeta.didRenderScripts = true
  const { entry, hmr, url, routes } = manifest
  const modules = Object.fromEntries(matched.map((id) => [id, routes[id]?.module]))
  const shared = matched.flatMap((id) => routes[id]?.imports ?? [])
  const scripts = [...new Set([...(hmr?.runtime ? [hmr.runtime] : []), url, ...entry.imports, ...shared])]
  return [
    `__remixContext=${JSON.stringify({ future }, withoutFalse)}`,
    "__remixContext.stream=new ReadableStream({start(c){__remixContext.end=data=>{c.enqueue(data);c.close()}}}).pipeThrough(new TextEncoderStream)",
    `(${starter})(${JSON.stringify({ scripts, modules, entry: entry.module })})`,
  ].join(";")
}

function withoutFalse(_key: string, value: unknown): unknown {
  return value || undefined
}

/**
 * Runs in the page, script by script, because running all at once would block a phone. A page that changes below an
 * idle pointer fires a move event, too, but one without a distance.
 */
const starter = `({scripts, modules, entry}) => {
  const waiting = new AbortController;
  const start = async (sign) => {
    const rests = sign?.type == "pointermove" && !sign.movementX && !sign.movementY;
    if (rests || waiting.signal.aborted) return;
    waiting.abort();
    for (const href of [...scripts, ...Object.values(modules), entry])
      document.head.append(Object.assign(document.createElement("link"), {rel: "modulepreload", fetchPriority: "low", href}));
    for (const script of scripts) await import(script);
    __remixRouteModules = {};
    for (const id in modules) __remixRouteModules[id] = await import(modules[id]);
    import(entry)
  };
  for (const sign of ["pointerdown", "pointermove", "keydown", "touchstart", "focusin"])
    addEventListener(sign, start, {capture: true, passive: true, signal: waiting.signal});
  addEventListener("load", () => window.requestIdleCallback ? requestIdleCallback(start, {timeout: 200}) : setTimeout(start, 1))
}`.replaceAll(/\n\s*|(?<=[,:]) /g, "")
