import { useDeferredValue, type ReactNode } from 'react'

/**
 * What lies below the first screen of a room: drawn once what is above it stands, and in pieces, so
 * that a press is answered sooner and the next one does not wait.
 */
export const Below = ({ children }: { children: ReactNode }) =>
  useDeferredValue(true, false) ? children : null
