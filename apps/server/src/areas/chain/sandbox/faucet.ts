// Play USDT for an order of a sandbox, `/sandbox-chain/:deposit_no`: a page that sends a transfer
// on the demo chain, from an account that its node holds.
import { formatFen } from '@tianping/money'
import { lower, transferData, unitsOfCents } from '@tianping/evm'
import type { FastifyInstance } from 'fastify'
import { depositByNo, noOrderPage, sandboxPage, sandboxPairs } from '../../cashier/cashier.ts'
import type { Services } from '../../../kernel/http/services.ts'
import type { Chain } from '../connection.ts'

type Order = NonNullable<Awaited<ReturnType<typeof depositByNo>>>

/** What a tester can send; each is a button. */
const actions = {
  exact: { label: '转入应付数量', units: (due: bigint) => due },
  short: { label: '少转一半', units: (due: bigint) => due / 2n },
  over: { label: '多转 1 USDT', units: (due: bigint) => due + 1_000_000n },
  dust: { label: '转入 0.01 USDT', units: () => 10_000n },
} as const
type Action = keyof typeof actions
const isAction = (name: unknown): name is Action =>
  typeof name === 'string' && Object.hasOwn(actions, name)

const page = (body: string) =>
  sandboxPage('沙盒水龙头', '沙盒环境：USDT 与这条链都是模拟的，不会产生真实付款。', body)

const head = ({ usdtCents }: Order) =>
  `<section class="vault"><span>应付 USDT</span><b>${formatFen(usdtCents)} <small>USDT</small></b></section>`

const facts = (order: Order, chain: Chain) =>
  sandboxPairs([
    ['订单号', order.depositNo],
    ['收款地址', order.payAddress],
    ['链编号', chain.chainId.toString()],
  ])

const back = (no: string) =>
  `<nav class="links"><a class="button first" href="/#/payInfo?deposit_no=${no}">返回订单</a><a class="button" href="/sandbox-chain/${no}">再转一笔</a></nav>`

/** Sends units of the token from the node's own first account. */
async function send({ rpc, token }: Chain, to: string, units: bigint): Promise<string> {
  const [from] = await rpc.call<string[]>('eth_accounts')
  return rpc.call<string>('eth_sendTransaction', [
    { from, to: token, data: transferData(lower(to), units), gas: '0x30d40' },
  ])
}

/** Only a sandbox serves it: whoever has the number can "pay". */
export function registerFaucet(app: FastifyInstance, services: Services): void {
  const { chain, settings, db } = services
  if (chain?.protocol !== 'ERC20' || settings.mode !== 'sandbox') return
  const url = '/sandbox-chain/:deposit_no'
  app.get<{ Params: { deposit_no: string } }>(url, async (request, reply) => {
    const order = await depositByNo(db, request.params.deposit_no)
    void reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
    if (!order) return reply.code(404).send(noOrderPage)
    const buttons = Object.entries(actions).map(
      ([name, { label }], n) =>
        `<button name="action" value="${name}"${n === 0 ? ' class="first"' : ''}>${label}</button>`,
    )
    return page(
      `${head(order)}${facts(order, chain)}<form method="post">${buttons.join('')}</form>`,
    )
  })
  app.post<{ Params: { deposit_no: string }; Body: { action?: string } | undefined }>(
    url,
    async (request, reply) => {
      const order = await depositByNo(db, request.params.deposit_no)
      const action = request.body?.action
      void reply.header('cache-control', 'no-store').type('text/html; charset=utf-8')
      if (!order || !isAction(action)) return reply.code(404).send(noOrderPage)
      const units = actions[action].units(unitsOfCents(order.usdtCents))
      const hash = await send(chain, order.payAddress, units)
      const sent = sandboxPairs([
        ['已转出', `${Number(units) / 1_000_000} USDT`],
        ['链上交易', hash],
      ])
      return page(`${head(order)}<h1>已转出</h1>${sent}${back(order.depositNo)}`)
    },
  )
}
