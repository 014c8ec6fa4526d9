import { formatFen } from '@tianping/money'
import { depositState } from '@tianping/contract/cashier/facts'
import { reviewLabels } from '@tianping/contract/facts'
import { beijing } from '@tianping/money/day'
import type { Deposit } from '../store/deposit.sql.ts'
import { methodLabel } from '../methods.ts'
import { actions } from './actions.ts'

/** What was answered to one notice: the HTTP status and what the platform made of it. */
export type Told = { status: number; verdict: string }

/**
 * The app's colours, since a tester should see at a glance whose page this is; the ribbon says that
 * no money is real.
 */
const style = `
:root { color-scheme: light dark; --canvas: #f3f5f9; --surface: #fff; --line: #e4e8f0; --ink: #111827; --ink-2: #4b5563; --brand: #2f54eb; --on-brand: #fff;
  --gold-ink: #85560f; --gold-soft: #fbf3e2; --cinnabar: #b42318; --jade: #067647; --vault: linear-gradient(128deg, #3654cb 0%, #2742ad 42%, #152468 100%) }
@media (prefers-color-scheme: dark) { :root { --canvas: #0c1018; --surface: #151b26; --line: #263041; --ink: #f2f5fa; --ink-2: #aab4c4; --brand: #6c8cff; --on-brand: #0b1020;
  --gold-ink: #f0c36a; --gold-soft: #2b2417; --cinnabar: #f97066; --jade: #47cd89; --vault: linear-gradient(128deg, #31479f 0%, #1f2f76 42%, #131c45 100%) } }
* { box-sizing: border-box }
body { margin: 0; background: var(--canvas); color: var(--ink); font: 15px/24px "PingFang SC", "HarmonyOS Sans SC", "MiSans", "Noto Sans CJK SC", sans-serif }
header, main { max-width: 480px; margin: 0 auto; padding: 0 16px }
header { height: 56px; display: flex; align-items: center; justify-content: center; font-size: 17px; font-weight: 600 }
.ribbon { margin: 0 0 12px; padding: 8px 12px; border-radius: 12px; background: var(--gold-soft); color: var(--gold-ink); font-size: 13px; line-height: 20px }
.vault { padding: 20px; border-radius: 16px; background: var(--vault); color: #fff }
.vault span { font-size: 13px; line-height: 20px; opacity: .88 }
.vault b { display: block; margin-top: 4px; font-size: 34px; line-height: 42px; font-variant-numeric: tabular-nums }
.vault b small { font-size: 22px; font-weight: 600 }
.card { margin: 12px 0 0; padding: 4px 16px; border-radius: 16px; background: var(--surface) }
dl > div { display: flex; gap: 16px; justify-content: space-between; padding: 10px 0; border-top: 1px solid var(--line) }
dl > div:first-child { border-top: 0 }
dt { flex: none; color: var(--ink-2) } dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums }
form { display: grid; gap: 8px; margin: 16px 0 32px }
label { display: grid; gap: 4px; color: var(--ink-2); font-size: 13px }
input { min-height: 44px; padding: 0 12px; width: 100%; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); color: var(--ink); font: inherit }
button, a.button { display: flex; flex-direction: column; align-items: center; justify-content: center; min-height: 56px; padding: 6px 16px; width: 100%; border: 1px solid var(--line);
  border-radius: 12px; background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; text-decoration: none; cursor: pointer }
button span { font-size: 12px; line-height: 18px; font-weight: 400; color: var(--ink-2) }
button.first, a.first { border: 0; background: var(--brand); color: var(--on-brand) } button.first span { color: inherit; opacity: .88 }
button:focus-visible, a:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px }
.good { color: var(--jade) } .bad { color: var(--cinnabar) } h1 { margin: 16px 0 4px; font-size: 17px; line-height: 24px } .links { display: grid; gap: 8px; margin: 16px 0 32px }`

const escaped = (text: string) =>
  text.replace(/[&<>"']/g, character => `&#${character.charCodeAt(0)};`)

export const sandboxPage = (title: string, ribbon: string, body: string) => `<!doctype html>
<html lang="zh-CN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<title>${title}</title><style>${style}</style></head>
<body><header>${title}</header><main>
<p class="ribbon" role="note">${ribbon}</p>
${body}
</main></body></html>`

const page = (body: string) =>
  sandboxPage('沙盒收银台', '沙盒环境：这是模拟的支付渠道，不会产生真实付款。', body)

export const sandboxPairs = (all: [string, string][]) =>
  `<dl class="card">${all.map(([name, value]) => `<div><dt>${name}</dt><dd>${escaped(value)}</dd></div>`).join('')}</dl>`

const states = {
  [depositState.waiting]: '待支付',
  [depositState.credited]: '已到账',
  [depositState.rejected]: '未成功',
} as const

const due = (order: Deposit) => `
<section class="vault"><span>${order.protocol ? '应付 USDT' : '应付金额'}</span>
<b>${order.protocol ? `${formatFen(order.usdtCents)} <small>USDT</small>` : `<small>¥</small>${formatFen(order.amountFen)}`}</b></section>`

const orderCard = (order: Deposit) =>
  sandboxPairs([
    ['订单号', order.depositNo],
    ['存款金额', `¥${formatFen(order.amountFen)}`],
    ['支付方式', methodLabel(order.method, order.protocol)],
    ...(order.payAddress ? [['收款地址', order.payAddress] as [string, string]] : []),
    ['下单时间', beijing(order.createdAt)],
    ['有效期至', order.expiresAt ? beijing(order.expiresAt) : ''],
    ['订单状态', order.waitsFor === 'person' ? reviewLabels.waiting : states[order.state]],
  ])

const senderField = `<label>付款地址<input name="sender" maxlength="120" autocomplete="off"></label>`

/** Only USDT is paid from an address. */
const actionsFor = ({ protocol }: Deposit) =>
  Object.entries(actions).filter(([name]) => name !== 'listed' || protocol !== '')

/** The provider's cashier: the order, and a button for each thing that can happen to a payment. */
export const cashierPage = (order: Deposit): string =>
  page(`${due(order)}${orderCard(order)}
<form method="post">${order.protocol ? senderField : ''}${actionsFor(order)
    .map(
      ([name, { label, hint }], index) =>
        `<button name="action" value="${name}"${index === 0 ? ' class="first"' : ''}>${label}<span>${hint}</span></button>`,
    )
    .join('')}</form>`)

const verdicts: Record<string, string> = {
  credited: '已入账',
  credited_late: '超时付款，已入账',
  duplicate: '重复通知，已忽略',
  already_credited: '订单已由人工入账，已登记',
  paid_again: '重复付款，未再入账，待退款',
  wrong_amount: '金额不符，转人工审核',
  in_review: '订单审核中，已登记',
  after_rejection: '订单曾被拒绝，转人工审核',
  sender_listed: '付款地址在名单上，转人工审核',
  payment_pending: '已登记，等待渠道结果',
  failed: '已记为支付失败',
  failure_ignored: '订单已处理，失败通知已忽略',
  unknown_order: '订单不存在',
  reference_conflict: '流水号已用于其他付款，已拒绝',
  forged: '签名错误，已拒绝',
  stale: '通知已过期，已拒绝',
  malformed: '内容不完整，已拒绝',
}

/** What the platform answered to each notice, and the way back into the app. */
export const resultPage = (order: Deposit, label: string, told: Told[]): string =>
  page(`${due(order)}
<h1>${escaped(label)}：平台的答复</h1>
<dl class="card" data-testid="told">${told
    .map(
      ({ status, verdict }, index) =>
        `<div><dt>通知 ${index + 1}</dt><dd class="${status === 200 ? 'good' : 'bad'}" data-verdict="${escaped(verdict)}">${escaped(verdicts[verdict] ?? verdict)}</dd></div>`,
    )
    .join('')}</dl>
<nav class="links"><a class="button first" href="/#/transRecord">返回交易记录</a><a class="button" href="/sandbox-pay/${escaped(order.depositNo)}">回到收银台</a></nav>
${orderCard(order)}`)

export const noOrderPage = page(
  '<h1>订单不存在</h1><p>请回到应用重新发起存款。</p><nav class="links"><a class="button first" href="/#/recharge">返回存款</a></nav>',
)
