// A game may stand in a frame of the page that opened it.

/** Leaving a game takes the whole tab back to where it was opened. */
export const LOBBY_TARGET = '_top'
/** The platform's own pages do not stand in a frame: they open beside the game there. */
export const PAGE_TARGET = window.parent === window ? '_self' : '_blank'
