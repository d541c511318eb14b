import { useEffect, useLayoutEffect } from "react"

/** A layout effect in browsers, because an ordinary one may run after the next key or click */
export const useEffectAtOnce = typeof document === "undefined" ? useEffect : useLayoutEffect
