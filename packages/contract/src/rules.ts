// The ordered checks of both documents, with their exact texts. The browser's forms and the server
// run the same ones; no zod here, so that they cost the browser nothing.
import { formatFen, parseYuan, type Amount } from './money.ts'

/** The platform wallet's name beside the venues' (P2-3-11). */
export const PLATFORM = 'userbalance'
export const MAX_CARDS = 5
export const MIN_WITHDRAWAL_FEN = 100_00n
/** The longest payment password, in characters (P2-9-13). */
export const PAY_PASSWORD_MAX = 18
const payPasswordLength = '请输人支付密码长度'

/** The first rule that is broken: what to say, and which field of the form it concerns. */
export type Broken = { field: string; text: string }
type Rule = readonly [field: string, broken: boolean, text: string]

/** The first broken rule in the order written; null when all hold. */
const first = (...rules: Rule[]): Broken | null => {
  const found = rules.find(([, broken]) => broken)
  return found ? { field: found[0], text: found[2] } : null
}

const long = (value: string) => [...value].length

/**
 * Mainland mobile numbers (P1-5-20); 16x, 17x and 19x are widened to the ranges assigned since
 * (docs/decisions/0024-the-same-form-rules-on-both-sides.md).
 */
export const isMobile = (mobile: string) =>
  /^(0|86|17951)?(13\d|14[57]|15[0-35-9]|16\d|17\d|18\d|19\d)\d{8}$/.test(mobile)
export const isEmail = (email: string) =>
  /^[A-Za-z0-9_+.-]{1,64}@[A-Za-z0-9-]{1,63}(\.[A-Za-z0-9-]{1,63}){1,4}$/.test(email)

/** A calendar date `YYYY-MM-DD` that exists. */
export function isDate(date: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(date)) return false
  const parsed = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(date)
}

export const texts = {
  pleaseLogin: '请登录！',
  captchaMissing: '请输入验证码！',
  captchaWrong: '验证码错误！',
  noRebate: '暂无领取额度！',
  redPacketClosed: '红包已关闭',
  cardsFull: '最多支持添加5张卡片',
  addressesFull: '最多支持添加5个地址',
} as const

/**
 * Registration (P1-5-07 to P1-5-12), in its order. Whether `code` is the captcha shown is the
 * page's own last check.
 */
export const registerRules = (f: {
  name: string
  password: string
  confirmPass: string
  realname: string
  paypassword: string
  code: string
}) =>
  first(
    ['name', !/^[A-Za-z0-9]{6,11}$/.test(f.name), '用户名长度6~11位，以字母或数字组合！'],
    ['password', long(f.password) < 6, '请输入正确的密码长度，最少6位！'],
    ['confirmPass', f.confirmPass !== f.password, '两次密码不一致！'],
    ['realname', long(f.realname) < 2, '请输入您的真实姓名!'],
    ['paypassword', long(f.paypassword) < 6, '请输入正确的支付密码长度，最少6位！'],
    ['code', f.code === '', texts.captchaMissing],
    // Not in the document's list: P2-9-13 limits the same password to 18 characters.
    ['paypassword', long(f.paypassword) > PAY_PASSWORD_MAX, payPasswordLength],
  )

/** Log-in (P1-5-15, P1-5-16). */
export const loginRules = (f: { name: string; password: string; code: string }) =>
  first(
    ['name', f.name === '' || f.password === '', '请输入您的账号和密码！'],
    ['code', f.code === '', texts.captchaMissing],
  )

/** Agent application (P1-5-20, P1-5-21). */
export const agentRules = (f: { mobile: string; apply_info: string }) =>
  first(
    ['mobile', !isMobile(f.mobile), '请输入正确手机号'],
    ['apply_info', f.apply_info === '', '请输入申请理由'],
  )

/** Profile update (P1-5-22 to P1-5-24), in its order. */
export const profileRules = (f: { mobile: string; email: string; birthday: string }) =>
  first(
    ['mobile', !isMobile(f.mobile), '请输入正确手机号'],
    ['email', !isEmail(f.email), '请输入正确邮箱号'],
    ['birthday', !isDate(f.birthday), '请输入正确的日期格式：YYYY-MM-DD'],
    ['birthday', f.birthday < '1980-01-01', '生日最早为1980-01-01'],
  )

export type CardBinding = {
  bank: string
  bank_owner: string
  bank_no: string
  bank_address: string
  pay_pass: string
}

/** USDT bind (P2-5-01 to P2-5-03), in its order; then that the address is one of its protocol. */
export const usdtBindRules = (f: CardBinding) =>
  first(
    ['bank_no', f.bank_no === '', '请输入USDT地址'],
    ['bank_owner', f.bank_owner !== 'TRC20' && f.bank_owner !== 'ERC20', '请选择钱包协议'],
    ['pay_pass', f.pay_pass === '', '请输人支付密码'],
    [
      'bank_no',
      f.bank_owner === 'TRC20' && !/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(f.bank_no),
      'TRC20地址应以T开头，共34位',
    ],
    [
      'bank_no',
      f.bank_owner === 'ERC20' && !/^0x[0-9a-fA-F]{40}$/.test(f.bank_no),
      'ERC20地址应以0x开头，共42位',
    ],
  )

/**
 * Bank bind (P2-5-04 to P2-5-10), in its order and spelling. `bank_address` holds the member's
 * phone.
 */
export const bankBindRules = (f: CardBinding) =>
  first(
    ['bank_owner', f.bank_owner === '', '请输入姓名'],
    ['bank', f.bank === '', '请输入银行/机构'],
    ['bank_address', f.bank_address === '', '请输入开户行地址'],
    ['bank_no', f.bank_no === '', '请输人账户号码'],
    ['pay_pass', f.pay_pass === '', '请输人支付密码'],
    ['bank_no', long(f.bank_no) < 5, '请输人正确的卡号长度'],
    ['pay_pass', long(f.pay_pass) < 6 || long(f.pay_pass) > PAY_PASSWORD_MAX, payPasswordLength],
  )

export const bindRules = (f: CardBinding) =>
  f.bank === 'USDT' ? usdtBindRules(f) : bankBindRules(f)

/** Password change (P2-5-11 to P2-5-17), in its order; the page clears the form on the last one. */
export const passwordRules = (f: { old: string; next: string; confirm: string }) =>
  first(
    ['old', f.old === '', '请输入旧密码'],
    ['next', f.next === '', '请输入新密码'],
    ['old', long(f.old) < 6, '请输入正确的旧密码长度'],
    ['next', long(f.next) < 6, '请输入正确的新密码长度'],
    ['confirm', f.confirm === '', '请输入确认密码'],
    ['confirm', f.confirm !== f.next, '两次密码不一致！'],
    ['next', f.next === f.old, '新旧密码不能一致！'],
  )

/** A new payment password has at most 18 characters (P2-9-13). */
export const payPasswordRules = (f: { old: string; next: string; confirm: string }) =>
  passwordRules(f) ?? first(['next', long(f.next) > PAY_PASSWORD_MAX, payPasswordLength])

/** Deposit by bank (P2-5-18 to P2-5-21), in its order. */
export const bankDepositRules = (f: {
  bank_owner: string
  bank: string
  bank_no: string
  bank_address: string
}) =>
  first(
    ['bank_owner', f.bank_owner === '', '请输入存款人姓名'],
    ['bank', f.bank === '', '请输入银行/机构类型'],
    ['bank_no', f.bank_no === '', '请输入账户号码'],
    ['bank_address', f.bank_address === '', '请输入开户行地址'],
  )

/** An amount as the documents write it in their texts: 100, 10000, 99.5. */
const plain = (fen: bigint) => formatFen(fen).replaceAll(',', '').replace(/\.00$/, '')

/** Within min and max inclusive (P2-5-22). */
export const depositAmountRules = (
  written: Amount | undefined,
  range: { minFen: bigint; maxFen: bigint },
) => {
  const fen = parseYuan(written)
  return first([
    'amount',
    fen === null || fen < range.minFen || fen > range.maxFen,
    `请输入金额在${plain(range.minFen)}-${plain(range.maxFen)}之间！`,
  ])
}

/**
 * Withdrawal (P2-5-23 to P2-5-26), in its order. `tab` 1 is USDT, 2 is bank card or Alipay;
 * `leastFen` is the site's own, never below the documents'.
 */
export const withdrawRules = ({
  leastFen = MIN_WITHDRAWAL_FEN,
  ...f
}: {
  bank?: number | undefined
  amount?: Amount | undefined
  password: string
  tab: 1 | 2
  leastFen?: bigint
}) => {
  const fen = parseYuan(f.amount)
  return first(
    ['bank', !f.bank, f.tab === 1 ? '请选择USDT地址' : '请选择您要提现到的银行卡'],
    ['amount', fen === null || fen < leastFen, `单笔取款不能低于${plain(leastFen)}元`],
    ['password', f.password === '', '请输入您的支付密码'],
  )
}

/** Transfer (P2-5-28 to P2-5-30), in its order. */
export const transferRules = (f: {
  sourcetype: string
  targettype: string
  amount?: Amount | undefined
}) =>
  first(
    ['targettype', f.sourcetype === f.targettype, '同平台不支持互转'],
    ['targettype', f.sourcetype !== PLATFORM && f.targettype !== PLATFORM, '场馆内钱包不支持互转'],
    ['amount', parseYuan(f.amount) === null, '请输入操作金额！'],
  )
