/** By how many places an arrow key moves along a row. */
export const ARROWS: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 }
