import { badge } from './draw/badge.ts'
import { type Banner } from './draw/banner.ts'
import { cake, calendar, giftBox, twoFriends, trophy } from './draw/subjects.ts'
import { coin, coinPile, groundShadow, placed, rosette, sparkle } from './draw/parts.ts'

/** The pictures of the carousel, of which four are shown, and of the activities they announce. */
export const carousel: readonly Banner[] = [
  {
    tones: ['#B9251A', '#9E160F', '#5E0909'],
    glow: '#FFA286',
    eyebrow: '每日 10:00–12:00',
    title: '天天抢红包',
    line: '存款达标 次次有礼',
    titleTones: ['#FFFAE8', '#FBE5AE'],
    subject: paint => paint.include('hero-packet'),
  },
  {
    tones: ['#14705B', '#0D5B4E', '#052E2B'],
    glow: '#9BF0D2',
    eyebrow: 'USDT 专享',
    title: '笔笔加赠 1%',
    line: 'TRC20 与 ERC20 均可',
    subject: paint => paint.include('hero-coins'),
  },
  {
    tones: ['#3A3226', '#1E1912', '#0C0A07'],
    glow: '#B98A3C',
    eyebrow: 'VIP 特权',
    title: '十级礼遇',
    line: '返水最高 1.20%',
    titleTones: ['#FFF8DF', '#E9BE66'],
    accent: '#E9BE66',
    subject: paint =>
      rosette(560, 150, 150, 63, 20, 'stroke="#F3CF7A" stroke-width="0.7" opacity="0.25"') +
      groundShadow(paint, 564, 276, 110, 12, '#000') +
      placed(430, 20, badge(paint, 9), 2.75) +
      sparkle(450, 70, 11, '#FFE9B0') +
      sparkle(676, 110, 8, '#FFE9B0'),
  },
  {
    tones: ['#3757D8', '#213DB4', '#0E1B60'],
    glow: '#AFC3FF',
    eyebrow: '每日结算',
    title: '天天返水',
    line: '1 倍流水即可提款',
    subject: paint => paint.include('hero-scales'),
  },
  {
    tones: ['#2260D2', '#174BBE', '#09205F'],
    glow: '#9CC6FF',
    eyebrow: '体育专场',
    title: '首投包赔',
    line: '最高 ¥588',
    titleTones: ['#fff', '#DCE9FF'],
    subject: paint => paint.include('hero-ball'),
  },
  {
    tones: ['#AE2B6B', '#82185F', '#380936'],
    glow: '#FFB3DE',
    eyebrow: '电子专区',
    title: '救援金',
    line: '每周最高 ¥8,888',
    titleTones: ['#fff', '#FFDDF0'],
    subject: paint => paint.include('hero-reels'),
  },
]

/** The greeting above the operator's own text, which need not be an offer. */
export const welcome: Banner = {
  tones: ['#3757D8', '#213DB4', '#0E1B60'],
  glow: '#AFC3FF',
  eyebrow: '公平可验证',
  title: '欢迎光临',
  line: '理性娱乐 量力而行',
  subject: paint =>
    groundShadow(paint, 574, 268, 118, 12, '#000') +
    placed(318, -8, paint.include('piece-cards'), 1.28) +
    placed(524, 148, paint.include('piece-ball'), 0.62) +
    sparkle(412, 96, 11, '#FFE9B0') +
    sparkle(676, 110, 8, '#FFE9B0'),
}

/**
 * Pictures for activities that the carousel does not announce. They name no sums: those are the
 * operator's to set.
 */
export const activities: readonly Banner[] = [
  {
    tones: ['#AC3312', '#86200C', '#430C06'],
    glow: '#FFC08A',
    eyebrow: '新会员专享',
    title: '首存有礼',
    line: '首笔存款 加赠到账',
    titleTones: ['#FFFAE8', '#FBE5AE'],
    subject: paint =>
      groundShadow(paint, 566, 276, 130, 12, '#200402') +
      giftBox(paint, 566, 168) +
      coinPile(paint, 446, 256, 36, 3) +
      coin(paint, 676, 240, 28, 12) +
      sparkle(454, 92, 10, '#FFE9B0') +
      sparkle(676, 110, 8, '#FFE9B0'),
  },
  {
    tones: ['#2C63C9', '#1C49A6', '#0A2160'],
    glow: '#A9CBFF',
    eyebrow: '每日签到',
    title: '签到有奖',
    line: '连签七日 天天加码',
    titleTones: ['#fff', '#DCE9FF'],
    subject: paint =>
      groundShadow(paint, 566, 278, 110, 11, '#040C36') +
      calendar(paint, 566, 158) +
      coin(paint, 664, 232, 30, 12) +
      coin(paint, 460, 246, 22, -14, '') +
      sparkle(446, 78, 10) +
      sparkle(690, 112, 7),
  },
  {
    tones: ['#0F7177', '#0A5560', '#042A36'],
    glow: '#9FF0EC',
    eyebrow: '邀请有礼',
    title: '好友同行',
    line: '你我各得一份礼',
    titleTones: ['#fff', '#D6FBF5'],
    subject: paint =>
      groundShadow(paint, 566, 270, 140, 11, '#011A20') +
      twoFriends(paint, 566, 150) +
      coin(paint, 566, 226, 32, -6) +
      sparkle(438, 70, 9, '#E9FFFB') +
      sparkle(694, 92, 8, '#E9FFFB'),
  },
  {
    tones: ['#A8305F', '#80204E', '#3A0A2B'],
    glow: '#FFC3DB',
    eyebrow: '会员生日',
    title: '生日礼金',
    line: '生日当月 专属好礼',
    titleTones: ['#fff', '#FFE3EE'],
    subject: paint =>
      groundShadow(paint, 566, 274, 132, 12, '#22041A') +
      cake(paint, 566, 262) +
      coin(paint, 684, 236, 24, 12) +
      sparkle(456, 96, 10, '#FFE9F5') +
      sparkle(668, 92, 8, '#FFE9F5'),
  },
  {
    tones: ['#17714F', '#0E5844', '#052B27'],
    glow: '#9BF0D2',
    eyebrow: '真人专场',
    title: '真人加赠',
    line: '有效流水 每周加赠',
    titleTones: ['#FFFAE8', '#F8DF9F'],
    subject: paint =>
      groundShadow(paint, 570, 276, 150, 13, '#000') +
      placed(322, -8, paint.include('piece-cards'), 1.36) +
      placed(298, 2, paint.include('piece-chips'), 1.36) +
      sparkle(450, 66, 10, '#FFF1C4') +
      sparkle(690, 120, 8, '#FFF1C4'),
  },
  {
    tones: ['#5B36C4', '#43249E', '#1B0B52'],
    glow: '#CDB8FF',
    eyebrow: '电竞专场',
    title: '观赛助威',
    line: '每周电竞 加赠奖金',
    titleTones: ['#fff', '#E7DDFF'],
    subject: paint =>
      rosette(566, 146, 130, 55, 18, 'stroke="#8CF3FF" stroke-width="0.7" opacity="0.25"') +
      groundShadow(paint, 566, 280, 100, 11, '#0A0330') +
      trophy(paint, 566, 150) +
      sparkle(450, 84, 10, '#C8FBFF') +
      sparkle(690, 130, 8, '#C8FBFF'),
  },
]
