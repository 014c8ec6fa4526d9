import { yuan } from '../kit/money.ts'
import type { ActionRequest } from './ActionDialog.tsx'
import type { Overview } from './wire.ts'

const KINDS = { table: '共享局', book: '比赛', instant: '即时' } as const

/** Whether this process moves a game on, in a word. */
function ledText(ledHere: boolean | null): string {
  if (ledHere === null) return '–'
  return ledHere ? '是' : '否'
}

/** Games with their settings, desks with their money. */
export function OverviewTab({
  view,
  onAction,
}: {
  view: Overview
  onAction: (request: ActionRequest) => void
}) {
  return (
    <>
      <Facts view={view} />
      <h2>游戏</h2>
      <table>
        <thead>
          <tr>
            <th>游戏</th>
            <th>场馆</th>
            <th>类型</th>
            <th className="n">注额（元）</th>
            <th className="n">返还率</th>
            <th>数学版本</th>
            <th>本进程主持</th>
            <th>状态</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {view.games.map(game => (
            <GameRow key={game.code} game={game} onAction={onAction} />
          ))}
        </tbody>
      </table>
      <h2>钱包</h2>
      <Desks desks={view.desks} />
    </>
  )
}

type RowProps = { game: Overview['games'][number]; onAction: (request: ActionRequest) => void }

function GameRow({ game, onAction }: RowProps) {
  return (
    <tr>
      <td>
        {game.name} <small>{game.code}</small>
      </td>
      <td>{game.venue}</td>
      <td>
        {KINDS[game.kind]}
        {game.period_ms !== null && ` ${game.period_ms / 1_000} 秒`}
      </td>
      <td className="n">
        {yuan(game.min_stake)} – {yuan(game.max_stake)}
      </td>
      <td className="n">{Number(game.rtp_percent).toFixed(2)}%</td>
      <td>
        <code>{game.math_version.slice(0, 12)}</code>
      </td>
      <td>{ledText(game.led_here)}</td>
      <td className={game.open ? '' : 'bad'}>{game.open ? '开放' : '维护中'}</td>
      <td>
        <button
          type="button"
          onClick={() =>
            onAction({
              title: game.open ? `关闭 ${game.name}` : `开放 ${game.name}`,
              effect: game.open
                ? '不再进入，也不再接受新的投注；已确认的注单照常开奖结算。'
                : '重新接受进入和投注。',
              path: 'game',
              body: { code: game.code, open: !game.open },
              danger: game.open,
            })
          }
        >
          {game.open ? '关闭' : '开放'}
        </button>
      </td>
    </tr>
  )
}

function Facts({ view }: { view: Overview }) {
  return (
    <dl className="facts">
      <div>
        <dt>场馆时间</dt>
        <dd>
          {new Date(view.now).toLocaleString('zh-CN', {
            timeZone: 'Asia/Shanghai',
            hour12: false,
          })}
        </dd>
      </div>
      <div>
        <dt>地址</dt>
        <dd>{view.public_url}</dd>
      </div>
      <div>
        <dt>正在观看</dt>
        <dd>{view.readers}</dd>
      </div>
      <div>
        <dt>故障演练</dt>
        <dd>{view.faults ? '开启' : '关闭'}</dd>
      </div>
      {view.merchants.map(({ name, keys, enabled }) => (
        <div key={name}>
          <dt>商户 {name}</dt>
          <dd>
            {enabled ? '启用' : '停用'} · 密钥 {keys.join('、')}
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Desks({ desks }: Pick<Overview, 'desks'>) {
  return (
    <table>
      <thead>
        <tr>
          <th>场馆</th>
          <th>商户</th>
          <th className="n">玩家</th>
          <th className="n">余额合计（元）</th>
          <th className="n">未结算注单</th>
          <th className="n">未结算注额（元）</th>
          <th className="n">注单流版本</th>
        </tr>
      </thead>
      <tbody>
        {desks.map(desk => (
          <tr key={`${desk.venue}/${desk.merchant}`}>
            <td>{desk.venue}</td>
            <td>{desk.merchant}</td>
            <td className="n">{desk.players}</td>
            <td className="n">{yuan(desk.available)}</td>
            <td className="n">{desk.open_count}</td>
            <td className="n">{yuan(desk.open_stake)}</td>
            <td className="n">{desk.feed_version}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
