import { encyclopedias } from '@tianping/contract/sponsors'

/**
 * The clubs the site sponsors. They are invented; the encyclopedia's page tells what kind of
 * partner they are.
 */
export const clubs = {
  '1': {
    name: '云海联',
    kind: '官方合作俱乐部',
    crest: '/art/sponsor-1.webp',
    encyclopedia: encyclopedias['1'],
    founded: '1994 年',
    home: '云海体育场，可容纳 32,000 人',
    story:
      '云海联来自海港，队徽上的三道浪纹象征开放、坚韧与速度。俱乐部以青训闻名，一线队半数球员出自自己的学院；主场每一次进球后，看台会升起蓝白相间的海浪。',
  },
  '2': {
    name: '赤岩队',
    kind: '官方合作俱乐部',
    crest: '/art/sponsor-2.webp',
    encyclopedia: encyclopedias['2'],
    founded: '2001 年',
    home: '赤岩谷球场，可容纳 24,000 人',
    story:
      '赤岩队得名于主场背后的红色山岩。球队擅长高位压迫，以少年式的跑动和坚决的边路进攻著称；队徽上的双峰与落日，是这座山城傍晚的样子。',
  },
} as const

export type ClubType = keyof typeof clubs
