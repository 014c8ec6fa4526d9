import { carousel } from '../banners.ts'
import { badge } from './badge.ts'
import { bannerBody } from './banner.ts'
import { type IconName } from './icons.ts'
import { type Paint, createPaint } from './paint.ts'
import { placed, rosette, sans, serif } from './parts.ts'
import {
  box,
  brand,
  brandSoft,
  canvas,
  card,
  goldInk,
  goldSoft,
  ink2,
  ink3,
  line,
  lineIcon,
  pageBar,
  words,
} from './ui.ts'

interface AppScreen {
  title: string
  line: string
  tones: readonly [string, string, string]
  glow: string
  /** The upper part of a screen of the app, 390 wide. */
  screen: (paint: Paint) => string
}

/** Cuts a drawing to a rounded window and scales it into place. */
function framed(
  paint: Paint,
  x: number,
  y: number,
  w: number,
  h: number,
  scale: number,
  body: string,
): string {
  const hole = paint.clip(`<rect x="${x}" y="${y}" width="${w}" height="${h}" rx="16"/>`)
  return `<g clip-path="${hole}">${placed(x, y, body, scale)}</g>`
}

function homeHeader(paint: Paint): string {
  return (
    lineIcon('menu', 16, 50, 24, '#111827') +
    placed(54, 48, paint.include('logo'), 28 / 64) +
    `<text x="92" y="69" ${serif} font-size="20" letter-spacing="1" fill="#111827">天平</text>` +
    box(168, 44, 122, 36, 12, '#fff', `stroke="${line}"`) +
    words(180, 67, 15, '¥10,000.00', { bold: true }) +
    lineIcon('refresh', 265, 54, 16, ink2) +
    box(298, 44, 76, 36, 12, brandSoft) +
    words(336, 67, 14, '一键回收', { bold: true, fill: brand, anchor: 'middle' })
  )
}

function accountStrip(paint: Paint): string {
  const actions: [IconName, string, string, string][] = [
    ['deposit', '存款', brandSoft, brand],
    ['transfer', '转账', brandSoft, brand],
    ['withdraw', '取款', brandSoft, brand],
    ['crown', 'VIP', goldSoft, goldInk],
  ]
  return (
    card(paint, 16, 304, 358, 84) +
    words(32, 334, 13, 'demo888', { fill: ink2 }) +
    box(94, 320, 40, 19, 6, '#F2CD78') +
    words(114, 334, 12, 'VIP3', { bold: true, fill: '#4A2C05', anchor: 'middle' }) +
    words(32, 366, 20, '¥10,000.00', { bold: true }) +
    actions
      .map(([name, label, ground, colour], i) => {
        const x = 178 + i * 48
        return (
          box(x, 316, 40, 40, 12, ground) +
          lineIcon(name, x + 9, 325, 22, colour) +
          words(x + 20, 376, 12, label, { fill: ink2, anchor: 'middle' })
        )
      })
      .join('')
  )
}

function rail(paint: Paint): string {
  const kinds: [IconName, string][] = [
    ['live', '真人'],
    ['ball', '体育'],
    ['mouse', '电竞'],
    ['mahjong', '棋牌'],
    ['slot', '电子'],
    ['lotto', '彩票'],
  ]
  return kinds
    .map(([name, label], i) => {
      const x = 16 + i * 62
      const chosen = i === 0
      const ground = chosen ? paint.linear(['#1E8A68', '#0B4E40']) : '#fff'
      return (
        box(x, 404, 48, 44, 14, ground, chosen ? '' : `stroke="${line}"`) +
        lineIcon(name, x + 12, 414, 24, chosen ? '#fff' : ink2) +
        words(x + 24, 468, 12, label, {
          bold: chosen,
          fill: chosen ? '#111827' : ink2,
          anchor: 'middle',
        })
      )
    })
    .join('')
}

function home(paint: Paint): string {
  const tile = (x: number, source: string, name: string): string =>
    card(paint, x, 520, 173, 180) +
    `<g clip-path="${paint.clip(`<path d="M${x} 635V536a16 16 0 0 1 16-16h141a16 16 0 0 1 16 16v99z"/>`)}">` +
    `${placed(x, 520, paint.include(source), 173 / 348)}</g>` +
    words(x + 12, 655, 15, name, { bold: true })
  const [first] = carousel
  return (
    homeHeader(paint) +
    (first
      ? framed(
          paint,
          16,
          92,
          358,
          156.5,
          0.5,
          bannerBody(paint, first).replaceAll(' class="words"', ''),
        )
      : '') +
    lineIcon('speaker', 18, 266, 20, brand) +
    words(46, 282, 13, '尊敬的会员：USDT 存款笔笔加赠 1%', { fill: ink2 }) +
    words(374, 282, 13, '更多公告', { fill: brand, anchor: 'end' }) +
    accountStrip(paint) +
    rail(paint) +
    words(16, 506, 20, '真人', { bold: true }) +
    words(374, 505, 13, '最高返水 0.50%', { fill: ink3, anchor: 'end' }) +
    tile(16, 'tile-live', '百家乐') +
    tile(201, 'tile-live-2', '龙虎斗')
  )
}

function depositMethods(paint: Paint): string {
  const methods: [IconName, string, readonly [string, string]][] = [
    ['bank', '银行卡', ['#3E63F0', '#2443C4']],
    ['usdt', 'USDT', ['#2BA27A', '#0C6B4E']],
    ['chat', '微信', ['#35A863', '#157A42']],
    ['wallet', '支付宝', ['#3E86F5', '#1C55CF']],
  ]
  return methods
    .map(([name, label, tones], i) => {
      const x = 16 + i * 92
      const chosen = i === 1
      return (
        box(
          x,
          92,
          84,
          84,
          16,
          chosen ? brandSoft : '#fff',
          `stroke="${chosen ? brand : line}" stroke-width="${chosen ? 1.8 : 1}"`,
        ) +
        box(x + 24, 102, 36, 36, 11, paint.linear(tones)) +
        lineIcon(name, x + 32, 110, 20, '#fff') +
        words(x + 42, 163, 13, label, {
          bold: chosen,
          fill: chosen ? brand : ink2,
          anchor: 'middle',
        })
      )
    })
    .join('')
}

function deposit(paint: Paint): string {
  const sums = ['100', '500', '1000', '5000', '最大']
  const quick = sums.map((sum, i) => {
    const x = 32 + i * 66.5
    const chosen = i === 2
    return (
      box(
        x,
        370,
        60,
        44,
        12,
        chosen ? brandSoft : canvas,
        chosen ? `stroke="${brand}" stroke-width="1.8"` : '',
      ) +
      words(x + 30, 397, 15, sum, {
        bold: true,
        fill: chosen ? brand : '#111827',
        anchor: 'middle',
      })
    )
  })
  const steps = ['绑定协议地址', '交易所划转', '完成存款'].map((label, i) => {
    const x = 85 + i * 110
    return (
      `<circle cx="${x}" cy="542" r="13" fill="${brandSoft}"/>` +
      words(x, 547, 13, String(i + 1), { bold: true, fill: brand, anchor: 'middle' }) +
      words(x, 576, 13, label, { fill: ink2, anchor: 'middle' })
    )
  })
  return (
    pageBar('存款') +
    depositMethods(paint) +
    box(16, 190, 358, 46, 12, line) +
    box(19, 193, 175, 40, 10) +
    words(106, 219, 15, 'TRC20', { bold: true, anchor: 'middle' }) +
    words(283, 219, 15, 'ERC20', { fill: ink2, anchor: 'middle' }) +
    card(paint, 16, 250, 358, 254) +
    words(32, 282, 13, '存款金额', { fill: ink2 }) +
    words(32, 330, 22, '¥', { bold: true }) +
    words(56, 330, 34, '1,000', { bold: true }) +
    `<path d="M32 346h326" stroke="${line}"/>` +
    quick.join('') +
    box(32, 428, 326, 62, 12, brandSoft) +
    words(46, 454, 13, '预计支付', { fill: ink2 }) +
    words(46, 476, 12, '参考汇率 1 USDT = ¥7.30', { fill: ink2 }) +
    words(344, 466, 19, '136.98 USDT', { bold: true, anchor: 'end' }) +
    card(paint, 16, 514, 358, 76) +
    '<path d="M106 542h68M216 542h68" stroke="#B9C3D6" stroke-width="1.4" stroke-dasharray="3 4"/>' +
    steps.join('') +
    box(16, 602, 358, 52, 14, brand) +
    words(195, 634, 17, '立即存款', { bold: true, fill: '#fff', anchor: 'middle' })
  )
}

function progress(
  paint: Paint,
  y: number,
  label: string,
  gap: string,
  part: number,
  from: string,
  to: string,
): string {
  return (
    words(32, y, 13, label, { fill: ink2 }) +
    words(358, y, 14, gap, { bold: true, anchor: 'end' }) +
    box(32, y + 12, 326, 8, 4, line) +
    box(32, y + 12, 326 * part, 8, 4, paint.linear(['#F2CD78', '#B7791F'], 'across')) +
    words(32, y + 38, 12, from, { fill: ink3 }) +
    words(358, y + 38, 12, to, { fill: ink3, anchor: 'end' })
  )
}

function vip(paint: Paint): string {
  const rows = [
    ['VIP1', '0.40', '0.40', '0.40', '0.50', '0.60', '0.10'],
    ['VIP2', '0.45', '0.45', '0.45', '0.55', '0.66', '0.10'],
    ['VIP3', '0.50', '0.50', '0.50', '0.60', '0.72', '0.10'],
  ]
  const cells = (row: string[], y: number, bold: boolean, fill: string): string =>
    row
      .map((cell, i) =>
        words(i === 0 ? 32 : 112 + (i - 1) * 46, y, 12.5, cell, {
          bold: bold || i === 0,
          fill,
          anchor: i === 0 ? 'start' : 'middle',
        }),
      )
      .join('')
  const tierCard =
    box(16, 92, 358, 168, 16, paint.linear(['#4B5A78', '#2C374E', '#141A28'])) +
    `<g clip-path="${paint.clip('<rect x="16" y="92" width="358" height="168" rx="16"/>')}">` +
    `${rosette(330, 176, 150, 46, 18, 'stroke="#fff" stroke-width=".7" opacity=".14"')}</g>` +
    words(36, 140, 28, 'VIP3', { bold: true, fill: '#fff' }) +
    box(112, 121, 52, 22, 11, '#fff', 'opacity=".18"') +
    words(138, 136, 12, '已达标', { fill: '#fff', anchor: 'middle' }) +
    words(36, 202, 13, '累计存款', { fill: '#E5EAF4' }) +
    words(100, 202, 14, '¥20,000', { bold: true, fill: '#fff' }) +
    words(36, 230, 13, '流水要求', { fill: '#E5EAF4' }) +
    words(100, 230, 14, '¥100,000', { bold: true, fill: '#fff' }) +
    placed(246, 114, badge(paint, 3), 1.2)
  return (
    pageBar('VIP特权') +
    tierCard +
    card(paint, 16, 276, 358, 192) +
    words(32, 306, 16, '升级 VIP4 还差', { bold: true }) +
    progress(paint, 340, '累计存款', '¥13,200.00', 0.736, '36,800.00', '50,000.00') +
    progress(paint, 414, '有效流水', '¥113,500.00', 0.62, '186,500.00', '300,000.00') +
    card(paint, 16, 484, 358, 260) +
    words(32, 514, 16, '最高返水比例', { bold: true }) +
    words(134, 514, 12, '单位 %', { fill: ink3 }) +
    cells(['等级', '真人', '体育', '电竞', '棋牌', '电子', '彩票'], 542, false, ink3) +
    box(16, 618, 358, 36, 0, goldSoft) +
    rows.map((row, i) => cells(row, 572 + i * 34, i === 2, i === 2 ? goldInk : '#111827')).join('')
  )
}

function records(paint: Paint): string {
  type Entry = [IconName, string, string, string, string, string]
  const row = ([icon, name, when, sum, state, dot]: Entry, y: number): string =>
    box(32, y, 40, 40, 12, canvas) +
    lineIcon(icon, 42, y + 10, 20, ink2) +
    words(84, y + 16, 15, name, { bold: true }) +
    words(84, y + 37, 12, when, { fill: ink3 }) +
    words(358, y + 17, 16, sum, { bold: true, anchor: 'end' }) +
    `<circle cx="${358 - state.length * 13 - 9}" cy="${y + 33}" r="3" fill="${dot}"/>` +
    words(358, y + 37, 13, state, { fill: ink2, anchor: 'end' })
  const day = (y: number, label: string, entries: Entry[]): string =>
    words(20, y, 13, label, { bold: true }) +
    words(370, y, 13, `${entries.length} 笔`, { fill: ink3, anchor: 'end' }) +
    card(paint, 16, y + 12, 358, entries.length * 64 + 8) +
    entries.map((entry, i) => row(entry, y + 28 + i * 64)).join('')
  const done = '#067647'
  const tabs = ['存款', '取款', '转入', '转出'].map((tab, i) =>
    words(32 + i * 56, 112, 15, tab, {
      bold: i === 0,
      fill: i === 0 ? '#111827' : ink2,
      anchor: 'middle',
    }),
  )
  return (
    pageBar('交易记录') +
    tabs.join('') +
    box(22, 122, 20, 3, 1.5, brand) +
    box(16, 138, 86, 36, 18, '#fff', `stroke="${line}"`) +
    words(30, 161, 14, '全平台') +
    lineIcon('down', 77, 148, 16, ink2) +
    box(110, 138, 86, 36, 18, brandSoft, `stroke="${brand}" stroke-width="1.5"`) +
    words(124, 161, 14, '近30天', { bold: true, fill: brand }) +
    lineIcon('down', 173, 148, 16, brand) +
    day(206, '今天', [
      ['usdt', 'USDT-TRC20', '16:22 尾号 C901', '+¥1,000.00', '待审核', '#B7791F'],
      ['bank', '银行卡', '11:05 尾号 B772', '+¥5,000.00', '通过', done],
      ['gift', '充值赠送', '11:05 尾号 B773', '+¥50.00', '通过', done],
    ]) +
    day(444, '昨天', [
      ['wallet', '支付宝', '21:40 尾号 A118', '+¥2,000.00', '通过', done],
      ['chat', '微信', '20:13 尾号 A092', '+¥500.00', '通过', done],
      ['user', '人工', '09:26 尾号 9E04', '+¥188.00', '通过', done],
    ])
  )
}

export const appScreens: readonly AppScreen[] = [
  {
    title: '游戏齐全',
    line: '六大类别 一屏直达',
    tones: ['#3757D8', '#213DB4', '#0E1B60'],
    glow: '#AFC3FF',
    screen: home,
  },
  {
    title: '存款便捷',
    line: '多种方式 三步完成',
    tones: ['#126852', '#0C5447', '#052E2B'],
    glow: '#9BF0D2',
    screen: deposit,
  },
  {
    title: '十级礼遇',
    line: '等级越高 返水越多',
    tones: ['#3A3226', '#1E1912', '#0C0A07'],
    glow: '#B98A3C',
    screen: vip,
  },
  {
    title: '笔笔清楚',
    line: '存取转账 随时可查',
    tones: ['#5B36C4', '#43249E', '#1B0B52'],
    glow: '#CDB8FF',
    screen: records,
  },
]

/** One page of the download carousel, 716 x 880: two lines of words above the app in a phone. */
export function appScreen(look: AppScreen): string {
  const paint = createPaint()
  const all = 'width="716" height="880"'
  const hole = paint.clip('<rect width="390" height="700" rx="40"/>')
  const status =
    words(28, 26, 14, '9:41', { bold: true }) +
    '<rect x="148" y="9" width="94" height="24" rx="12" fill="#0B0F18"/><circle cx="226" cy="21" r="5" fill="#1D2740"/>' +
    '<rect x="340" y="14" width="24" height="12" rx="3.5" fill="none" stroke="#111827" stroke-width="1.4"/><rect x="342.5" y="16.5" width="15" height="7" rx="1.5" fill="#111827"/>'
  const phone =
    `<rect x="-12" y="0" width="414" height="760" rx="54" fill="#000" opacity=".45" filter="${paint.blur(12)}"/>` +
    `<rect x="-14" y="-14" width="418" height="760" rx="54" fill="${paint.linear(['#5A6478', '#1B2230', '#0B0F18'])}"/>` +
    '<rect x="-11" y="-11" width="412" height="760" rx="51" fill="#0B0F18"/>' +
    `<g clip-path="${hole}"><rect width="390" height="700" fill="${canvas}"/>${look.screen(paint)}${status}</g>`
  return paint.svg(
    716,
    880,
    `<rect ${all} fill="${paint.linear(look.tones)}"/>` +
      `<rect ${all} fill="${paint.radial(0.5, 0, 0.6, [
        [0, look.glow, 0.16],
        [1, look.glow, 0],
      ])}"/>` +
      rosette(358, 420, 420, 130, 24, 'stroke="#fff" stroke-width="0.9" opacity="0.1"') +
      `<text class="words" x="360" y="106" ${serif} font-size="60" letter-spacing="4" text-anchor="middle" fill="#fff">${look.title}</text>` +
      `<text class="words" x="358" y="160" ${sans} font-size="28" letter-spacing="1" text-anchor="middle" fill="#fff">${look.line}</text>` +
      placed(163, 224, phone),
  )
}
