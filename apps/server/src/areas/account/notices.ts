// What members are told of their account, by letter and at the contacts they proved.
import { cardKind, type CardKind } from '@tianping/contract/cards/facts'
import { channels, type Channel } from '@tianping/contract/delivery/facts'
import { beijing } from '@tianping/money/day'
import type { Notice } from '../delivery/delivery.ts'

const NOT_YOU = '如非本人操作，请立即修改登录密码并联系客服。'

export const deviceNotice = (memberId: bigint, address: string, at: Date): Notice => ({
  memberId,
  kind: 'device',
  title: '新设备登录提醒',
  text: `您的账号于 ${beijing(at)} 在新设备上登录，IP 地址 ${address}。\n${NOT_YOU}`,
  at,
})

export const passwordNotice = (
  memberId: bigint,
  which: '登录密码' | '支付密码',
  at: Date,
): Notice => ({
  memberId,
  kind: 'password',
  title: `${which}已修改`,
  text: `您的${which}于 ${beijing(at)} 修改。\n${NOT_YOU}`,
  at,
})

export const contactNotice = (memberId: bigint, at: Date): Notice => ({
  memberId,
  kind: 'contact',
  title: '联系方式已变更',
  text: `您的手机号或邮箱于 ${beijing(at)} 变更，提款可能因此延后处理。\n${NOT_YOU}`,
  at,
})

export const proofNotice = (memberId: bigint, channel: Channel, at: Date): Notice => ({
  memberId,
  kind: 'contact',
  title: `${channels[channel]}已验证`,
  text: `您的账号于 ${beijing(at)} 验证了${channels[channel]}，此后可用于找回密码。\n${NOT_YOU}`,
  at,
})

export const cardNotice = (card: {
  memberId: bigint
  kind: CardKind
  bank: string
  numberTail: string
  now: Date
}): Notice => {
  const what = card.kind === cardKind.bank ? card.bank : 'USDT 地址'
  return {
    memberId: card.memberId,
    kind: 'card',
    title: '新增收款账户',
    text: `您的账号于 ${beijing(card.now)} 绑定了${what}，尾号 ${card.numberTail}。\n${NOT_YOU}`,
    at: card.now,
  }
}
