import { present } from '../../model/present.ts'
import { commitOf, fromHex, sha256, toHex } from '@tianping/fairness'
import { useMemo } from 'react'
import { Sheet } from '../frame/Sheet.tsx'
import { dayTime } from '../kit/when.ts'
import { inLang } from '../words/words.ts'
import { BeaconLines, useBeaconCheck } from './BeaconLines.tsx'
import { roundName } from './phases.ts'
import { roundUrl } from './roundUrl.ts'
import type { TableDesign } from './TableDesign.ts'
import type { TableGame } from './useTable.ts'
import type { Round, TableView } from './wire.ts'

type Props = { table: TableGame; design: TableDesign; onClose: () => void; onRounds: () => void }
type Chain = TableView['chains'][number]

/** How a shared round is committed, and the last one checked here and now. */
export function TableFairSheet({ table, design, onClose, onRounds }: Props) {
  const { round, shown, view } = table
  const unit = design.words.round
  const [today, tomorrow] = view.chains
  const last = shown[0]
  const foot = (
    <>
      <button type="button" className="btn wide" onClick={onRounds}>
        {design.words.records}
      </button>
      <a
        className="btn pri"
        href={last ? roundUrl(view.table.model, last, view) : inLang('/verify')}
        target="_blank"
        rel="noopener noreferrer"
      >
        验证任意一{unit}
      </a>
    </>
  )
  return (
    <Sheet title="公平验证" onClose={onClose} foot={foot}>
      <p className="say">
        每天的种子是一条倒序的 SHA-256 链：每{unit}种子的哈希就是前一{unit}的种子，第一{unit}
        的哈希是终值，提前一天公布。
        {round?.beacon
          ? '种子早已定下，谁也改不了；结果还要混入封盘之后才公布的信标。'
          : '所以结果早已定下，谁也改不了。'}
      </p>
      <div className="lab">
        <span>
          本{unit}承诺 SHA-256(本{unit}种子)
        </span>
        <span>{round ? `第 ${roundName(round)} ${unit}` : ''}</span>
      </div>
      <code className="hash" data-testid="commit">
        {round?.commit ?? '等待开盘'}
      </code>
      <BeaconLines round={round} beacons={view.beacons} unit={unit} />
      {today && <ChainLines name="今天" chain={today} unit={unit} />}
      {tomorrow && <ChainLines name="明天" chain={tomorrow} unit={unit} />}
      {last && (
        <LastRound
          round={last}
          chain={view.chains.find(chain => chain.day === last.day)}
          beacons={view.beacons}
          design={design}
        />
      )}
      <p className="cap gap">
        {round?.beacon ? BESIDE_BEACON : WITHOUT_BEACON}
        验证在你的浏览器里离线进行，代码可读，页面可以保存。
        <a href={inLang('/commitments')} target="_blank" rel="noopener noreferrer">
          所有终值承诺 ›
        </a>
      </p>
    </Sheet>
  )
}

const BESIDE_BEACON = '盐在终值公布之后由本机加入；真正在封盘之后才出现的，是上面的信标。'
const WITHOUT_BEACON =
  '盐在终值公布之后才加入。它由本机产生，离线时不独立于运营方；接入公共信标后即由信标提供。'

function ChainLines({ name, chain, unit }: { name: string; chain: Chain; unit: string }) {
  return (
    <>
      <div className="lab">
        <span>
          {name}的终值（{chain.day}，{chain.length} {unit}）
        </span>
        <span>{dayTime(chain.published_at)} 公布</span>
      </div>
      <code className="hash">{chain.terminal}</code>
      {chain.salt && (
        <>
          <div className="lab">
            <span>{name}的盐</span>
            <span>{dayTime(present(chain.salted_at))} 加入</span>
          </div>
          <code className="hash">{chain.salt}</code>
        </>
      )}
    </>
  )
}

const BEACON_MARK = new Map([
  [null, '…'],
  [true, '✓'],
  [false, '✗'],
])

/** An outcome as text, whatever order the database keeps its fields in. */
const asText = (outcome: object) =>
  JSON.stringify(Object.entries(outcome).toSorted(([a], [b]) => (a < b ? -1 : 1)))

/**
 * The last drawn round: its seed against its commitment and up the chain to the terminal hash, its
 * draw computed again.
 */
function LastRound({
  round,
  chain,
  beacons,
  design,
}: {
  round: Round
  chain: Chain | undefined
  beacons: TableView['beacons']
  design: TableDesign
}) {
  const beacon = useBeaconCheck(round, beacons)
  const check = useMemo(() => {
    const seed = fromHex(present(round.seed))
    let hash: Uint8Array = seed
    for (let place = round.place; place > 0; place--) hash = sha256(hash)
    return {
      committed: commitOf(seed) === round.commit,
      chained: !chain || toHex(hash) === chain.terminal,
      redrawn:
        asText(
          design.draw({
            serverSeed: seed,
            clientSeed: present(round.client_seed),
            nonce: round.number,
          }) as object,
        ) === asText(round.outcome as object),
    }
  }, [round, chain, design])
  const good = check.committed && check.chained && check.redrawn && beacon !== false
  return (
    <>
      <div className="lab">
        <span>
          验证第 {roundName(round)} {design.words.round}
        </span>
        <span className={good ? 'up' : 'down'}>{good ? '✓ 一致' : '✗ 不一致'}</span>
      </div>
      <div className="vf">
        <span className="cap c2">已公开的种子</span>
        <code className="hash">{round.seed}</code>
        <ul className="cap c2">
          <li>{check.committed ? '✓' : '✗'} 哈希等于下注前的承诺</li>
          <li>
            {check.chained ? '✓' : '✗'} 再哈希 {round.place} 次等于当天的终值
          </li>
          {beacon !== undefined && (
            <li data-testid="beacon-check">
              {BEACON_MARK.get(beacon)} 第 {round.beacon?.round} 轮信标的签名有效，并已混入种子
            </li>
          )}
          <li>
            {check.redrawn ? '✓' : '✗'} 重算：{design.outcomeText(round.outcome)}
          </li>
        </ul>
      </div>
    </>
  )
}
