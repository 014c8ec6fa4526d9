import { usePainted } from '../kit/usePainted.ts'

/**
 * Whether the game is closed to the keyboard and to readers because something stands before it. The
 * veil covers it at once; closing it restyles all of it, which costs a frame of its own. Opening it
 * does not wait: the focus goes back there.
 */
export function useCovered(...layers: readonly boolean[]): boolean {
  const veiled = layers.includes(true)
  return usePainted(veiled) && veiled
}
