import { recordTypes } from '../records/recordTypes.ts'
import { oneOf, text, type Read } from './query.ts'

export type TabName = 'home' | 'activity' | 'kefu' | 'zhanzhu' | 'mine'

export type PathSpec = {
  title: string
  /** Only members: a visitor goes to /login with the full address in `redirect`. */
  login?: true
  /** Stays mounted behind the other pages: its state is kept, its effects stop. */
  cached?: true
  query?: Record<string, Read<unknown>>
  /** main: logo and balance · back: an arrow and the title · none: the page draws its own. */
  header: 'main' | 'back' | 'none'
  /** Customer service at the right of the back header. */
  service?: true
  /** The tab bar shows with this tab marked; `null` shows it with none marked. */
  tab?: TabName | null
  /** What the house offers: nobody sees it who is on a break or excluded. */
  offers?: true
  /** Money comes in here, which is closed to who is on a break or excluded. */
  deposits?: true
  /** Visitors who press a link to here are asked to log in and stay where they are (P1-5-03). */
  invites?: true
  /**
   * Where the arrow leads when nothing lies behind; by default /mine for members' pages, else home.
   */
  up?: string
}
const table = <const T extends Record<string, PathSpec>>(specs: T) => specs

/** All routes of both documents. */
export const documented = table({
  '/': { title: '首页', cached: true, header: 'main', tab: 'home' },
  '/hongbao': { title: '天天抢红包', header: 'none', tab: null, invites: true, offers: true },
  '/activity': {
    title: '优惠活动',
    cached: true,
    header: 'none',
    tab: 'activity',
    offers: true,
  },
  '/zhanzhu': { title: '赞助', cached: true, header: 'main', tab: 'zhanzhu', offers: true },
  '/kefu': { title: '在线客服', header: 'main', tab: 'kefu' },
  '/mine': { title: '我的', login: true, cached: true, header: 'none', tab: 'mine' },
  '/app': { title: 'APP下载', login: true, cached: true, header: 'back', tab: null },
  '/login': {
    title: '登录',
    header: 'none',
    query: { type: oneOf('0', '1'), pid: text, redirect: text },
  },
  '/gamePage': {
    title: '游戏',
    header: 'none',
    query: {
      name: text,
      type: text,
      code: text,
      title: text,
      venue: text,
      match: text,
      dailiD: oneOf('', '1', '2'),
      app: oneOf('', '1'),
    },
  },
  '/activityInfo': {
    title: '优惠详情',
    header: 'none',
    query: { id: text },
    up: '/activity',
    offers: true,
  },
  '/zhanzhuye': {
    title: '赞助',
    header: 'none',
    query: { type: oneOf('1', '2') },
    up: '/zhanzhu',
    offers: true,
  },
  '/vip': { title: 'VIP特权', cached: true, header: 'back', service: true, offers: true },
  '/applyagent': { title: '合营计划', header: 'back', service: true, offers: true },
  '/boutBallBet': { title: '帮助中心', header: 'back', service: true },
  '/boutBallBetInfo': {
    title: '帮助中心',
    header: 'back',
    query: { type: oneOf('1', '2', '3', '4', '5', '7', '8') },
    up: '/boutBallBet',
  },
  '/usdtmore': { title: '协议区别', header: 'back' },
  '/payInfo': { title: '存款订单', header: 'back', service: true, query: { deposit_no: text } },
  '/concise': {
    title: '电子游戏',
    cached: true,
    header: 'back',
    service: true,
    query: { type: oneOf('obgdy', 'fgdz', 'pp', 'ae') },
  },
  '/message': { title: '消息', login: true, header: 'back', query: { type: oneOf('1', '2') } },
  '/fanshui': { title: '返水中心', login: true, header: 'back', service: true },
  '/userInfo': { title: '个人资料', login: true, header: 'back' },
  '/userCent': { title: '账户设置', login: true, header: 'back' },
  '/wallet': {
    title: '卡片管理',
    login: true,
    header: 'back',
    query: { type: oneOf('1', '0', '2') },
  },
  '/addBankCard': { title: '新增银行卡', login: true, header: 'back', up: '/wallet' },
  '/addUsdtCard': { title: '新增USDT地址', login: true, header: 'back', up: '/wallet' },
  '/password': {
    title: '修改密码',
    login: true,
    header: 'back',
    // `once`: the old password is a one-time password from customer service.
    query: { type: oneOf('2', '1'), once: oneOf('', '1') },
    up: '/userCent',
  },
  '/welfare': { title: '福利中心', login: true, header: 'back', offers: true },
  // `from` and `to` are days of a statement.
  '/betRecord': {
    title: '投注记录',
    login: true,
    header: 'back',
    query: { from: text, to: text },
  },
  '/activityRecord': { title: '活动申请记录', login: true, header: 'back' },
  '/transRecord': {
    title: '交易记录',
    login: true,
    header: 'back',
    query: {
      type: oneOf(
        recordTypes.deposit,
        recordTypes.withdrawal,
        recordTypes.transferIn,
        recordTypes.transferOut,
      ),
      from: text,
      to: text,
    },
  },
  '/money': { title: '我的钱包', login: true, header: 'back', service: true },
  '/withdrawal': {
    title: '取款',
    login: true,
    header: 'back',
    service: true,
    // `closing`: what is left of an account that is being closed, however little.
    query: { closing: oneOf('', '1') },
    up: '/money',
  },
  '/transfer': {
    title: '转账',
    login: true,
    header: 'back',
    service: true,
    invites: true,
    up: '/money',
  },
  '/recharge': {
    title: '存款',
    login: true,
    cached: true,
    header: 'back',
    service: true,
    deposits: true,
  },
  '/abouts': { title: '关于我们', header: 'back', query: { type: oneOf('5', '6') } },
})

/** What the app shows beyond the documents. */
export const beyond = table({
  '/search': { title: '搜索', header: 'none', query: { q: text }, offers: true },
  '/tournaments': { title: '锦标赛', login: true, header: 'back', up: '/activity', offers: true },
  '/tournament': {
    title: '锦标赛',
    login: true,
    header: 'back',
    query: { id: text },
    up: '/tournaments',
    offers: true,
  },
  '/safety': { title: '账户安全', login: true, header: 'back', up: '/userCent' },
  '/wageringAudit': {
    title: '流水稽核',
    login: true,
    header: 'back',
    service: true,
    up: '/withdrawal',
  },
  '/statement': {
    title: '对账单',
    login: true,
    header: 'none',
    query: { view: oneOf('', 'sessions') },
  },
  '/recover': { title: '找回密码', header: 'back', service: true, up: '/login' },
  '/protect': { title: '理性博彩', login: true, header: 'back', service: true },
  '/limit': {
    title: '设置限额',
    login: true,
    header: 'back',
    service: true,
    query: { topic: oneOf('deposit', 'loss', 'stake', 'time') },
    up: '/protect',
  },
  '/exclude': {
    title: '暂停与自我排除',
    login: true,
    header: 'back',
    service: true,
    up: '/protect',
  },
  '/contacts': { title: '联系方式验证', login: true, header: 'back', up: '/userCent' },
  '/notices': { title: '通知设置', login: true, header: 'back', up: '/userCent' },
  '/verification': { title: '身份认证', login: true, header: 'back', service: true },
  '/verificationUpload': {
    title: '提交认证资料',
    login: true,
    header: 'back',
    service: true,
    up: '/verification',
  },
  '/complaints': { title: '投诉与申诉', login: true, header: 'back', service: true, up: '/kefu' },
  '/complaint': {
    title: '投诉详情',
    login: true,
    header: 'back',
    query: { no: text },
    up: '/complaints',
  },
  '/complaintNew': {
    title: '提交投诉',
    login: true,
    header: 'back',
    query: { order: text },
    up: '/complaints',
  },
  '/tickets': { title: '我的会话', login: true, header: 'back', up: '/kefu' },
  '/ticketNew': {
    title: '新会话',
    login: true,
    header: 'back',
    // `kind` and `no`: an order or a bet to attach.
    query: { topic: text, kind: text, no: text },
    up: '/tickets',
  },
  '/ticket': { title: '会话', login: true, header: 'back', query: { id: text }, up: '/tickets' },
  '/status': { title: '服务状态', header: 'back', service: true, up: '/kefu' },
  '/dataRights': { title: '个人信息与权利', login: true, header: 'back', up: '/userCent' },
  '/closing': { title: '注销账户', login: true, header: 'back', up: '/userCent' },
})

export const paths = { ...documented, ...beyond }

export type Path = keyof typeof paths
export type QueryOf<P extends Path> = (typeof paths)[P] extends { query: infer Q }
  ? { [K in keyof Q]: Q[K] extends Read<infer T> ? T : never }
  : Record<string, never>

export const isPath = (path: string): path is Path => Object.hasOwn(paths, path)
export const specOf = (path: Path): PathSpec => paths[path]

/** The address of a page without the `#`: `/wallet?type=0`. Empty values are left out. */
export function addressOf<P extends Path>(path: P, query: Partial<QueryOf<P>> = {}): string {
  const given = Object.entries(query as Record<string, string>).filter(
    ([, value]) => value !== '' && value !== undefined,
  )
  const written = new URLSearchParams(given).toString()
  return written ? `${path}?${written}` : path
}

/** What an `<a>` takes: `#/wallet?type=0`. */
export const href = <P extends Path>(path: P, query: Partial<QueryOf<P>> = {}) =>
  `#${addressOf(path, query)}`

/** The query of an address as its route reads it. */
export function readQuery<P extends Path>(path: P, raw: string): QueryOf<P> {
  const values = new URLSearchParams(raw)
  return Object.fromEntries(
    Object.entries(specOf(path).query ?? {}).map(([key, read]) => [key, read(values.get(key))]),
  ) as QueryOf<P>
}

/** The title over a page; two of them follow their query. */
export function titleOf(path: Path, raw: string): string {
  if (path === '/abouts') return readQuery('/abouts', raw).type === '6' ? '隐私政策' : '规则与条款'
  if (path === '/password')
    return readQuery('/password', raw).type === '1' ? '修改登录密码' : '支付密码'
  if (path === '/login') return readQuery('/login', raw).type === '1' ? '注册' : '登录'
  if (path === '/boutBallBetInfo') return articleTitles[readQuery('/boutBallBetInfo', raw).type]
  return specOf(path).title
}

/** Help articles by type (P1-2.13-01). */
export const articleTitles = {
  '7': '关于我们',
  '1': '常见问题',
  '2': '隐私政策',
  '3': '免责声明',
  '4': '联系我们',
  '5': '代理加盟',
  '8': '责任博彩',
} as const
