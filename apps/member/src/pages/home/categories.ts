import type { Category } from '../../app/storage.ts'
import type { IconName } from '../../ui/picture/icons.ts'

/** The six categories in the order of their tabs; each owns one gradient from `a` to `b`. */
export const homeCategories: readonly {
  key: Category
  name: string
  icon: IconName
  a: string
  b: string
}[] = [
  { key: 'realbet', name: '真人', icon: 'live', a: '#1E8A68', b: '#0B4E40' },
  { key: 'sport', name: '体育', icon: 'ball', a: '#3E86F5', b: '#1546B8' },
  { key: 'gaming', name: '电竞', icon: 'mouse', a: '#8763F3', b: '#43259F' },
  { key: 'joker', name: '棋牌', icon: 'mahjong', a: '#EE9A34', b: '#B25A10' },
  { key: 'concise', name: '电子', icon: 'slot', a: '#E14B68', b: '#98153F' },
  { key: 'lottery', name: '彩票', icon: 'lotto', a: '#1FA8B8', b: '#0B6480' },
]
