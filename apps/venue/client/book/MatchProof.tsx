import { commitOf, fromHex, hmacSha256, sha256, toHex, utf8 } from '@tianping/fairness'
import { useEffect, useState } from 'react'
import { call } from '../session/api.ts'
import { useBookContext } from './BookContext.ts'
import { matchUrl } from './matchUrl.ts'
import type { Match, OneMatch } from './wire.ts'

/**
 * A match that is over, computed again here and now from its revealed seed, and followed up its
 * day's chain.
 */
export function MatchProof({ match }: { match: Match }) {
  const { design } = useBookContext()
  const [found, setFound] = useState<OneMatch | null>(null)
  useEffect(() => {
    let current = true
    void call<OneMatch>('', 'GET', `/books/${design.code}/matches/${match.number}`).then(
      said => {
        if (current && said.code === 0) setFound(said.data)
      },
      () => {},
    )
    return () => {
      current = false
    }
  }, [design.code, match.number, match.settled])
  if (!match.seed)
    return (
      <p className="none">
        {match.phase === 'void' ? '本场作废，注单按 1.00 计。' : '比赛已结束，正在公开种子。'}
      </p>
    )
  const seed = fromHex(match.seed)
  const outcome = design.draw(
    { serverSeed: seed, clientSeed: match.salt, nonce: match.number },
    match.terms,
  )
  const committed = commitOf(seed) === match.commit
  const chained = isChained(found, match, design.code)
  const agrees = committed && chained !== false
  return (
    <article className="mt">
      <h2 className="sech">
        公平验证
        <small className={agrees ? 'up' : 'down'}>{agrees ? '✓ 一致' : '✗ 不一致'}</small>
      </h2>
      <div className="vf">
        <span className="cap c2">已公开的种子</span>
        <code className="hash">{match.seed}</code>
        <ul className="cap c2">
          <li>
            {committed ? '✓' : '✗'} 哈希等于开盘时的承诺 {match.commit.slice(0, 12)}…
          </li>
          <li>{chainText(chained, match.place)}</li>
          <li>✓ 重算：{design.drawnText(outcome)}</li>
        </ul>
      </div>
      <a
        className="btn wide gap full"
        href={matchUrl(design.code, match, found)}
        target="_blank"
        rel="noopener noreferrer"
      >
        在验证页重算
      </a>
    </article>
  )
}

/** Whether the day's chain leads from the match to its published end; null before it is public. */
function isChained(found: OneMatch | null, match: Match, code: string): boolean | null {
  if (!found?.link || !found.chain) return null
  return followed(found.link, match, code) === found.chain.terminal
}

function chainText(chained: boolean | null, place: number): string {
  if (chained === null) return '… 更早的比赛都结束后公开种子链'
  return `${chained ? '✓' : '✗'} 沿种子链 ${place} 步到达当天终值`
}

/** Where a match's place in the chain leads: to its own seed, and up to the day's terminal hash. */
function followed(link: string, match: Match, code: string): string {
  const own = fromHex(link)
  if (toHex(hmacSha256(own, utf8(`${code}:${match.number}`))) !== match.seed) return ''
  let hash: Uint8Array = own
  for (let place = match.place; place > 0; place--) hash = sha256(hash)
  return toHex(hash)
}
