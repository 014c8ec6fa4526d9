// What a first installation shows. Data only: an operator changes all of it in the back office.
import { pageAddress } from '@tianping/contract/targets'

/** Venue ids are the ledger's; codes are the protocol's, and slot tabs those of P2-2.16-01. */
export const venues = [
  {
    venueId: 1,
    platname: 'LIVE',
    name: '沙盒真人',
    category: 'realbet',
    slotTab: null,
    rebate: '0.50',
  },
  {
    venueId: 2,
    platname: 'SPORT',
    name: '沙盒体育',
    category: 'sport',
    slotTab: null,
    rebate: '0.50',
  },
  {
    venueId: 3,
    platname: 'ESPORT',
    name: '沙盒电竞',
    category: 'gaming',
    slotTab: null,
    rebate: '0.50',
  },
  {
    venueId: 4,
    platname: 'QIPAI',
    name: '沙盒棋牌',
    category: 'joker',
    slotTab: null,
    rebate: '0.60',
  },
  {
    venueId: 5,
    platname: 'OB',
    name: 'OB 电子',
    category: 'concise',
    slotTab: 'obgdy',
    rebate: '0.72',
  },
  {
    venueId: 6,
    platname: 'FG',
    name: 'FG 电子',
    category: 'concise',
    slotTab: 'fgdz',
    rebate: '0.72',
  },
  {
    venueId: 7,
    platname: 'PP',
    name: 'PP 电子',
    category: 'concise',
    slotTab: 'pp',
    rebate: '0.72',
  },
  {
    venueId: 8,
    platname: 'AE',
    name: 'AE 电子',
    category: 'concise',
    slotTab: 'ae',
    rebate: '0.72',
  },
  {
    venueId: 9,
    platname: 'VR',
    name: 'VR 彩票',
    category: 'lottery',
    slotTab: null,
    rebate: '0.10',
  },
] as const

/** The newest games of a first start, and how many days ago they came. */
export const newGames: Readonly<Record<string, number>> = {
  gems5: 3,
  dragon5: 6,
  pk10: 9,
  moon5: 12,
}

/** Four, as the document counts them; none promises what no engine keeps. */
export const banners = [
  { src: '/art/banner-1.webp', title: '天天抢红包', link: pageAddress('/hongbao') },
  { src: '/art/activity-1.webp', title: '首存有礼', link: pageAddress('/activity') },
  { src: '/art/banner-3.webp', title: 'VIP 十级礼遇', link: pageAddress('/vip') },
  { src: '/art/banner-4.webp', title: '天天返水', link: pageAddress('/fanshui') },
]

export const notices = [
  '尊敬的会员：本站为沙盒演示环境，所有资金均为试玩币，不可兑换现金。',
  '存款请以页面显示的最新收款账户为准，勿向旧账户付款。',
  '每一局电子游戏都可离线验证：打开游戏内的“公平”，或访问验证页。',
  '理性娱乐：在“我的 › 理性博彩”可以设置限额、暂停投注或自我排除，也可联系在线客服。',
]

/**
 * Cumulative deposit and turnover, and relegation-protection turnover, in yuan; then the rebate
 * percents.
 */
export const levels = [
  [0, 0, 0, 0.4, 0.4, 0.4, 0.5, 0.6, 0.1],
  [5_000, 30_000, 10_000, 0.45, 0.45, 0.45, 0.55, 0.66, 0.1],
  [20_000, 120_000, 40_000, 0.5, 0.5, 0.5, 0.6, 0.72, 0.1],
  [50_000, 300_000, 100_000, 0.55, 0.55, 0.55, 0.65, 0.78, 0.1],
  [120_000, 800_000, 250_000, 0.6, 0.6, 0.6, 0.7, 0.84, 0.12],
  [300_000, 2_000_000, 600_000, 0.65, 0.65, 0.65, 0.75, 0.9, 0.12],
  [800_000, 6_000_000, 1_800_000, 0.7, 0.7, 0.7, 0.8, 0.96, 0.14],
  [2_000_000, 15_000_000, 4_500_000, 0.75, 0.75, 0.75, 0.85, 1.04, 0.14],
  [5_000_000, 40_000_000, 12_000_000, 0.8, 0.8, 0.8, 0.9, 1.12, 0.16],
  [10_000_000, 100_000_000, 30_000_000, 0.9, 0.9, 0.9, 1, 1.2, 0.18],
] as const

export const welcome = `<p>欢迎来到<b>天平</b>。</p>
<p>这里是沙盒环境：游戏真实可玩，资金全部为试玩币。</p>
<ul><li>存款、转账、取款的每一分钱都有据可查。</li><li>每一局游戏都可以离线验证。</li><li>理性娱乐，量力而行。</li></ul>`

/** Articles by type (P1-2.13-01, P1-2.1-38). */
export const articles: readonly { type: number; title: string; content: string }[] = [
  {
    type: 1,
    title: '常见问题',
    content: `<h3>存款多久到账？</h3><p>微信、支付宝与 USDT 支付成功后自动到账；银行转账由人工审核，通常在十分钟内完成。</p>
<h3>为什么转账显示“待结算”？</h3><p>场馆尚未确认这笔转账。系统会持续向场馆查询，确认后自动到账或原路退回，资金不会丢失。</p>
<h3>取款需要满足什么条件？</h3><p>单笔不低于 100 元，并完成相应流水。取款页会显示还差多少流水。</p>
<h3>忘记支付密码怎么办？</h3><p>请联系在线客服核实身份后重置。连续输错 5 次将锁定取款 30 分钟。</p>`,
  },
  {
    type: 2,
    title: '隐私政策',
    content: `<p>我们只收集开户、支付与法律要求所必需的信息，并说明每一项的用途。</p>
<p>密码以不可逆的方式保存；银行卡号加密保存，页面上只显示后四位。</p><p>任何员工查看完整资料都会留下不可更改的记录。</p>`,
  },
  {
    type: 3,
    title: '免责声明',
    content:
      '<p>本站为沙盒演示环境，不接受真实货币，也不提供任何形式的兑换。</p><p>请在遵守所在地法律的前提下使用本站。</p>',
  },
  {
    type: 4,
    title: '联系我们',
    content: '<p>在线客服全天为您服务，请从页面右上角或“客服”标签进入。</p>',
  },
  // Two pages show this one: the terms (规则与条款) and the help centre's word on agents (代理加盟).
  {
    type: 5,
    title: '规则与条款',
    content: `<h3>规则与条款</h3><ol><li>年满 18 周岁且所在地法律允许者方可开户；每人限一个账户，真实姓名须与收款账户一致。</li><li>请妥善保管登录密码与支付密码。凡以您的密码完成的操作，均视为您本人所为。</li><li>每一笔存款、取款、转账与奖金都有订单号，以交易记录中的状态为准；结果未明的转账不会丢失，确认后到账或退回。</li><li>存款需完成 1 倍流水方可提款；红包、返水与活动彩金的流水倍数以各自页面公布的为准。</li><li>注单以场馆结算为准；赛事取消或场馆更正结果时，系统按更正后的结果补足或扣回差额。</li><li>利用漏洞、对冲或多个账户套取优惠者，相应优惠无效。</li></ol>
<h3>代理加盟</h3><p>成为合营伙伴，邀请好友共同娱乐，按月结算佣金。每一笔佣金都可以逐行核对。</p><p>请在“我的 › 合营计划”中提交申请，审核结果将以站内信通知。</p>`,
  },
  {
    type: 6,
    title: '隐私政策',
    content: `<h3>我们收集什么</h3><p>开户时的用户名与真实姓名，您自愿填写的手机号、邮箱与生日，收款账户，以及登录与操作的时间和地址。登录时浏览器会保存一个随机的设备标识（Cookie，最长 400 天），只用于登录设备列表、登录与取款保护及防范多账户欺诈，不用于广告，也不与任何第三方共享；您可以随时在浏览器中清除它。</p>
<h3>为什么收集</h3><p>用于核实身份、完成支付、防止欺诈，以及遵守法律。我们不出售您的资料。</p>
<h3>如何保护</h3><p>密码以不可逆的方式保存；收款账户加密保存，页面上只显示后四位；员工查看完整资料会留下不可更改的记录。</p>
<h3>您的权利</h3><p>您可以随时联系在线客服，查阅、更正或要求删除您的资料；法律要求保存的交易记录除外。</p>`,
  },
  {
    type: 7,
    title: '关于我们',
    content:
      '<p><b>天平</b>是一套开放的平台：每一分钱都恰好在一个地方，每一局游戏都可以由玩家自己验证。</p>',
  },
  {
    type: 8,
    title: '责任博彩',
    content: `<p>娱乐应当是乐趣，而不是收入来源。</p><ul><li>设定预算与时间，并遵守它。</li><li>不要试图追回损失。</li><li>所有游戏每 30 分钟提醒一次时间与盈亏。</li></ul>
<p>未满 18 周岁者不得参与。如感到困扰，请立即联系客服暂停账号。</p>`,
  },
]
