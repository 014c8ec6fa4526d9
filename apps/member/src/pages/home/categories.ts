import { categoryLabels, type Category } from '@tianping/contract/games/facts'
import type { IconName } from '../../ui/picture/icons.ts'

/** The six categories in the order of their tabs; each owns one gradient from `a` to `b`. */
export const homeCategories: readonly {
  key: Category
  name: string
  icon: IconName
  a: string
  b: string
}[] = [
  { key: 'realbet', name: categoryLabels.realbet, icon: 'live', a: '#1E8A68', b: '#0B4E40' },
  { key: 'sport', name: categoryLabels.sport, icon: 'ball', a: '#3E86F5', b: '#1546B8' },
  { key: 'gaming', name: categoryLabels.gaming, icon: 'mouse', a: '#8763F3', b: '#43259F' },
  { key: 'joker', name: categoryLabels.joker, icon: 'mahjong', a: '#EE9A34', b: '#B25A10' },
  { key: 'concise', name: categoryLabels.concise, icon: 'slot', a: '#E14B68', b: '#98153F' },
  { key: 'lottery', name: categoryLabels.lottery, icon: 'lotto', a: '#1FA8B8', b: '#0B6480' },
]
