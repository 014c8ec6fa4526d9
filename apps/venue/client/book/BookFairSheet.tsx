import { present } from '../../model/present.ts'
import { Sheet } from '../frame/Sheet.tsx'
import { dayTime } from '../kit/when.ts'
import { inLang } from '../words/words.ts'
import { useBookContext } from './BookContext.ts'
import { matchUrl } from './matchUrl.ts'
import type { BookView } from './wire.ts'

type Chain = BookView['chains'][number]

/** How the matches are committed before anybody can bet on them. */
export function BookFairSheet({
  onClose,
  onMatch,
}: {
  onClose: () => void
  onMatch: (number: number) => void
}) {
  const { book, design } = useBookContext()
  const [today, tomorrow] = book.view.chains
  const over = book.matches.filter(match => match.phase === 'over' && match.seed).toReversed()
  const next = book.matches.find(match => match.phase === 'pre')
  const last = over[0]
  return (
    <Sheet
      title="公平验证"
      onClose={onClose}
      foot={
        <a
          className="btn pri"
          href={last ? matchUrl(design.code, last) : inLang('/verify')}
          target="_blank"
          rel="noopener noreferrer"
        >
          验证任意一场
        </a>
      }
    >
      <p className="say">
        每场比赛在开盘前就由一颗种子定好了，它的哈希随开盘公布，终场公开原文：比分、进程和赔率都能重算。种子来自每天的
        SHA-256 链，终值提前一天公布。
      </p>
      {next && (
        <>
          <div className="lab">
            <span>下一场的承诺 SHA-256(种子)</span>
            <span>
              {design.teamName(next.home)} v {design.teamName(next.away)}
            </span>
          </div>
          <code className="hash" data-testid="commit">
            {next.commit}
          </code>
        </>
      )}
      {today && <ChainLines name="今天" chain={today} />}
      {tomorrow && <ChainLines name="明天" chain={tomorrow} />}
      <div className="lab">
        <span>已公开的比赛</span>
      </div>
      <ul className="menu">
        {over.slice(0, 6).map(match => (
          <li key={match.number}>
            <button type="button" onClick={() => onMatch(match.number)}>
              <span>
                {design.teamName(match.home)} {design.scores(match).join(' : ')}{' '}
                {design.teamName(match.away)}
              </span>
              <span>重算 ›</span>
            </button>
          </li>
        ))}
      </ul>
      <SaltNote />
    </Sheet>
  )
}

/** Where the salt comes from, and where every commitment is. */
function SaltNote() {
  return (
    <p className="cap gap">
      盐在终值公布之后才加入。它由本机产生，不独立于运营方；比赛在开盘时就已定好，所以不混入信标。验证在你的浏览器里离线进行，代码可读，页面可以保存。
      <a href={inLang('/commitments')} target="_blank" rel="noopener noreferrer">
        所有终值承诺 ›
      </a>
    </p>
  )
}

function ChainLines({ name, chain }: { name: string; chain: Chain }) {
  return (
    <>
      <div className="lab">
        <span>
          {name}的终值（{chain.day}，{chain.length} 场）
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
