import type { Catalogue } from '../say.ts'

export const protectionTexts = {
  'protection.excluded': '您的账户已暂停使用至 {until}，期间不能存款与游戏',
  'protection.deposit_limit': '超过您的{limit} ¥{amount}，还可存 ¥{left}',
  'protection.loss_limit': '已达到您的{limit} ¥{amount}，本期内不能继续游戏',
} as const satisfies Catalogue
