/** The largest picture that is taken into the library. */
export const MEDIA_BYTES = 5 * 1024 * 1024
/** The most that is decoded, in pixels, and along one side. */
export const MEDIA_PIXELS = 40_000_000
export const MEDIA_SIDE = 10_000
/** A smaller one looks blurred on every phone. */
export const MEDIA_LEAST = { width: 320, height: 140 } as const
export const MEDIA_ALT = { least: 2, most: 60 } as const
/** Pictures kept at most, retired ones included. */
export const MEDIA_MOST = 3_000

/**
 * What the server makes of every picture, in pixels. `cover` is cut to exactly that shape; `inside`
 * keeps the whole picture and is never enlarged.
 */
export const mediaSizes = {
  banner: { label: '轮播图', width: 1_074, height: 470, fit: 'cover' },
  card: { label: '活动卡片', width: 716, height: 313, fit: 'cover' },
  popup: { label: '弹窗与正文', width: 960, height: 1_920, fit: 'inside' },
  thumb: { label: '缩略图', width: 320, height: 240, fit: 'inside' },
} as const
export type MediaSize = keyof typeof mediaSizes

/** Where a picture of the library may stand. */
export const mediaPlaces = {
  banner: '轮播图',
  activity: '活动',
  article: '文章',
  popup: '站点设置',
  proposal: '待审批的修改',
  game: '游戏图片',
  campaign: '营销活动',
  journey: '自动触达',
  message: '站内信',
  letter: '定时站内信',
} as const
export type MediaPlace = keyof typeof mediaPlaces

/** The address of a file of the library. */
export const mediaAddress = (name: string): string => `/media/${name}.webp`
/** The names of the library's files in an address or a text, each once. */
export const mediaIn = (text: string): string[] => [
  ...new Set([...text.matchAll(/\/media\/([0-9a-f]{32})\.webp/g)].map(([, name = '']) => name)),
]

/** Whether a text says in Chinese what a picture shows. */
export const isAlt = (alt: string): boolean =>
  alt.length >= MEDIA_ALT.least && alt.length <= MEDIA_ALT.most && /\p{Script=Han}/u.test(alt)
