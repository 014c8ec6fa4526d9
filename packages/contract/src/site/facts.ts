/** Under repair the app shows nothing but `repair_tips`. */
export const siteState = { repair: 0, open: 1 } as const

/** Where a banner is shown; the home page has the only place so far. */
export const bannerKind = { home: 2 } as const

/** How a service does, as members read it: disturbed is what the site notices by itself. */
export const serviceLabels = { open: '正常', maintenance: '维护中', disturbed: '异常' } as const
export type ServiceState = keyof typeof serviceLabels
