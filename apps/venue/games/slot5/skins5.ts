import { itemAt } from '../../model/present.ts'
import type { Slot5Letter, Slot5Model } from './model/Slot5Math.ts'

export type Skin5 = {
  name: string
  model: Slot5Model
  /** Light and reels of the room, in the style sheets. */
  room: string
  tagline: string
  /** The picture and the name of each letter of the mathematics. */
  symbols: Readonly<Record<string, { art: string; name: string }>>
}

/**
 * The pictures and names of a room's letters: `A 锦鲤` is `koi-A`, and `W:koi5-W 宝珠` has a picture of
 * another name.
 */
function symbols(prefix: string, list: string): Skin5['symbols'] {
  return Object.fromEntries(
    list.split(',').map(entry => {
      const [which, name] = entry.split(' ') as [string, string]
      const [letter, art] = which.split(':') as [Slot5Letter, string | undefined]
      return [letter, { art: art ?? `${prefix}-${letter}`, name }]
    }),
  )
}

/**
 * The skins of the five-reel models, by game code. They change pictures and words, nothing else.
 */
export const SKINS5: Record<string, Skin5> = {
  koi5: {
    name: '锦鲤龙门',
    model: 'slotA',
    room: 'koi',
    tagline: '3 个龙门起送 8 次免费旋转，赢额 ×3',
    symbols: symbols(
      'koi',
      'A 锦鲤,B 金鲤,C 莲花,D 元宝,E 玉佩,F 灯笼,G A,H K,I Q,J J,W:koi5-W 宝珠,S:koi5-S 龙门',
    ),
  },
  moon5: {
    name: '桂月玉兔',
    model: 'slotA',
    room: 'mn',
    tagline: '3 座月宫起送 8 次免费旋转，赢额 ×3',
    symbols: symbols(
      'mn',
      'A 玉兔,B 月饼,C 桂花,D 团扇,E 桂花酿,F 花灯,G A,H K,I Q,J J,W 明月,S 月宫',
    ),
  },
  journey5: {
    name: '西游取经',
    model: 'slotB',
    room: 'xy',
    tagline: '金箍棒出现即扩展整轴 · 20 线固定',
    symbols: symbols('xy', 'A 悟空,B 八戒,C 宝冠,D 仙桃,E 葫芦,F 芭蕉扇,G A,H K,W:xy5-W 金箍棒'),
  },
  dragon5: {
    name: '龙腾虎跃',
    model: 'slotB',
    room: 'dr',
    tagline: '龙珠出现即扩展整轴 · 20 线固定',
    symbols: symbols('dr', 'A 飞龙,B 猛虎,C 喜鼓,D 爆竹,E 财盒,F 钱串,G A,H K,W 龙珠'),
  },
  peach5: {
    name: '蟠桃消消',
    model: 'slotD',
    room: 'pt',
    tagline: '消去后上方补落，连消依次 ×1 ×2 ×3 ×5',
    symbols: symbols('pt', 'A 寿桃,B 桃花,C 玉壶,D 果盘,E 宫灯,F 莲叶,G A,H K,I Q,J J,W 仙果'),
  },
  gems5: {
    name: '琉璃宝石',
    model: 'slotD',
    room: 'gm',
    tagline: '消去后上方补落，连消依次 ×1 ×2 ×3 ×5',
    symbols: symbols('gm', 'A 钻石,B 红宝石,C 蓝宝石,D 翡翠,E 紫晶,F 琥珀,G A,H K,I Q,J J,W 幻彩'),
  },
}

export const symbolOf = (skin: Skin5, letter: Slot5Letter) => itemAt(skin.symbols, letter)
