import { usePainted } from '../kit/usePainted.ts'

/**
 * Whether the game is closed to the keyboard and to readers because something stands before it. The
 * veil covers it at once; closing it restyles all of it, which costs a frame of its own. Opening it
 * does not wait: the focus goes back there.
 */
export const useCovered = (veiled: boolean): boolean => usePainted(veiled) && veiled
