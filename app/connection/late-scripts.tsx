import { UNSAFE_RemixContext as RemixContext, useMatches } from "@remix-run/react"
import { type ContextType, useContext, useState } from "react"

/**
 * Takes the place of Remix's `<Scripts>`, which has browsers fetch all scripts at once with the style, the fonts and the
 * first picture. Here a page only names its scripts; they are fetched when it is there and idle, or when somebody begins
 * to use it. Until then links and forms do what they do without scripts.
 */
export function LateScripts({ nonce }: { nonce?: string }) {
  const remix = useContext(RemixContext)
  const matched = useMatches().map(({ id }) => id)
  // A script that has run stays as it is, whatever page comes next.
  const [text] = useState(() => (typeof document === "undefined" && remix ? scriptOf(remix, matched) : " "))
  // biome-ignore lint/security/noDangerouslySetInnerHtml: addresses of the build, and what Remix has escaped
  return <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: text }} />
}

type Remix = NonNullable<ContextType<typeof RemixContext>>

/** Puts on `window` what `RemixBrowser` looks for there: where the data will come in, and the routes of this page. */
function scriptOf({ manifest, serverHandoffString, renderMeta }: Remix, matched: string[]): string {
  // Remix writes the data behind the page if somebody takes it.
  if (renderMeta) renderMeta.didRenderScripts = true
  const known = Object.values(manifest.routes).filter(
    // An address of a matched route that belongs to its index is not asked for any more: it has to be known.
    ({ id, parentId, index }) => matched.includes(id) || (index && matched.includes(parentId ?? "")),
  )
  // Every script is named once, and what a route has not is left out.
  const routes = Object.fromEntries(known.map(({ imports: _, ...route }) => [route.id, route]))
  const scripts = matched.flatMap((id) => [...(manifest.routes[id]?.imports ?? []), manifest.routes[id]?.module])
  const { entry, hmr, url, version } = manifest
  const named = { matched, scripts: [...new Set([...entry.imports, ...scripts])], entry: entry.module }
  return [
    `__remixContext=${serverHandoffString}`,
    "__remixContext.stream=new ReadableStream({start(c){__remixContext.streamController=c}}).pipeThrough(new TextEncoderStream)",
    `__remixManifest=${JSON.stringify({ version, url, hmr, routes }, withoutNothing)}`,
    `(${starter})(${JSON.stringify(named)})`,
  ].join(";")
}

function withoutNothing(_key: string, value: unknown): unknown {
  return (Array.isArray(value) ? value.length > 0 : value) ? value : undefined
}

/**
 * Runs in the page. The scripts are fetched together, and behind everything that can be seen; they run one by one,
 * because all in one go would keep a phone from answering for a while.
 */
const starter = `({matched, scripts, entry}) => {
  const {routes, hmr} = __remixManifest, waiting = new AbortController;
  const start = async () => {
    if (waiting.signal.aborted) return;
    waiting.abort();
    for (const href of [...scripts, entry])
      document.head.append(Object.assign(document.createElement("link"), {rel: "modulepreload", fetchPriority: "low", href}));
    if (hmr) await import(hmr.runtime);
    for (const script of scripts) await import(script);
    __remixRouteModules = {};
    for (const id of matched) __remixRouteModules[id] = await import(routes[id].module);
    import(entry)
  };
  for (const sign of ["pointerdown", "pointermove", "keydown", "touchstart", "focusin"])
    addEventListener(sign, start, {capture: true, passive: true, signal: waiting.signal});
  addEventListener("load", () => window.requestIdleCallback ? requestIdleCallback(start, {timeout: 200}) : setTimeout(start, 1))
}`.replaceAll(/\n\s*/g, "")
