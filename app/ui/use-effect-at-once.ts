import { useEffect, useLayoutEffect } from "react"

/** A layout effect in browsers: an ordinary one may run after the next key or press. */
export const useEffectAtOnce = typeof document === "undefined" ? useEffect : useLayoutEffect
