import type { SlotLetter } from './model/math.ts'

export type Skin = {
  name: string
  /** Light and reels of the room, in games.css. */
  room: string
  tagline: string
  /** The picture and the name of each letter of the mathematics. */
  symbols: Record<SlotLetter, { art: string; name: string }>
}

/** The skins of slot model C, by game code. They change pictures and words, nothing else. */
export const SKINS: Record<string, Skin> = {
  orchard3: {
    name: '鲜果',
    room: 'fr',
    tagline: '5 线固定：三横两斜 · 每个星星使该线赢额 ×2',
    symbols: {
      7: { art: 'fr-7', name: '红七' },
      R: { art: 'fr-R', name: '金牌' },
      B: { art: 'fr-B', name: '铜铃' },
      C: { art: 'fr-C', name: '樱桃' },
      L: { art: 'fr-L', name: '柠檬' },
      P: { art: 'fr-P', name: '李子' },
      W: { art: 'fr-W', name: '星星' },
    },
  },
  fortune3: {
    name: '招财进宝',
    room: 'fu',
    tagline: '5 线固定：三横两斜 · 每颗宝珠使该线赢额 ×2',
    symbols: {
      7: { art: 'koi-D', name: '元宝' },
      R: { art: 'fu-R', name: '福字' },
      B: { art: 'fu-B', name: '铜钱' },
      C: { art: 'koi-E', name: '玉佩' },
      L: { art: 'koi-F', name: '灯笼' },
      P: { art: 'fu-P', name: '红包' },
      W: { art: 'fu-W', name: '宝珠' },
    },
  },
  jewel3: {
    name: '珠光宝气',
    room: 'gm',
    tagline: '5 线固定：三横两斜 · 每颗幻彩使该线赢额 ×2',
    symbols: {
      7: { art: 'gm-A', name: '钻石' },
      R: { art: 'gm-B', name: '红宝石' },
      B: { art: 'gm-C', name: '蓝宝石' },
      C: { art: 'gm-D', name: '翡翠' },
      L: { art: 'gm-E', name: '紫晶' },
      P: { art: 'gm-F', name: '琥珀' },
      W: { art: 'gm3-W', name: '幻彩' },
    },
  },
  koi3: {
    name: '锦鲤三连',
    room: 'koi',
    tagline: '5 线固定：三横两斜 · 每座龙门使该线赢额 ×2',
    symbols: {
      7: { art: 'koi-A', name: '锦鲤' },
      R: { art: 'koi-B', name: '金鲤' },
      B: { art: 'koi-C', name: '莲花' },
      C: { art: 'koi-G', name: 'A' },
      L: { art: 'koi-H', name: 'K' },
      P: { art: 'koi-I', name: 'Q' },
      W: { art: 'koi-W', name: '龙门' },
    },
  },
  journey3: {
    name: '西游三宝',
    room: 'xy',
    tagline: '5 线固定：三横两斜 · 每根金箍棒使该线赢额 ×2',
    symbols: {
      7: { art: 'xy-A', name: '悟空' },
      R: { art: 'xy-B', name: '八戒' },
      B: { art: 'xy-C', name: '凤冠' },
      C: { art: 'xy-D', name: '仙桃' },
      L: { art: 'xy-E', name: '葫芦' },
      P: { art: 'xy-F', name: '芭蕉扇' },
      W: { art: 'xy-W', name: '金箍棒' },
    },
  },
}
