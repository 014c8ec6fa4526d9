/** Under repair the app shows nothing but `repair_tips`. */
export const siteState = { repair: 0, open: 1 } as const

/** Where a banner is shown; the home page has the only place so far. */
export const bannerKind = { home: 2 } as const
